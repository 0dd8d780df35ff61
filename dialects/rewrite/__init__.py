"""The dialect `rewrite`: scripts, which say how a program is rewritten, step by step."""
