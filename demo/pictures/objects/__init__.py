"""Everything the studio can build: each kind is a function of a Spec that makes meshes standing on z = 0."""
from . import jewellery, leather, metalwork, pantry, papers, pottery, terracotta, textiles, toys, workshop, woven

FAMILIES = (textiles, pottery, metalwork, toys, terracotta, pantry, woven, papers, jewellery, leather, workshop)
BUILDERS = {kind: build for family in FAMILIES for kind, build in family.KINDS.items()}
