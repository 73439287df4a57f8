"""Requests of a site: issued within its budget, waited for, given up."""
