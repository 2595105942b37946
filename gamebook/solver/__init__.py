"""Best play: values, policies, brackets."""
