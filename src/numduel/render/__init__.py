"""Pictures of what happens: boards and charts in SVG, a review as a page."""
