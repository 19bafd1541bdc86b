"""Play by link: a server of matches and the page that shows them."""
