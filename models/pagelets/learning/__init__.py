"""What pages teach their site: evidence, votes, the state that sums them up."""
