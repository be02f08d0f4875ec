"""The staff's pages under `/dashboard/`: what came in, search, one check's whole story, export."""
