-- More words of Indian shoppers for the sets of synonyms that a shop began with (migration 0065). A set is found by its
-- first word; one that the merchant has deleted, or in which there is no more room, stays as it is.
update search_synonyms s set words = s.words || more.added
from (
  select set.id, array_agg(word) as added
  from (values
    ('jhumka', '{jhumke,earing,bali,baali}'::text[]),
    ('diya', '{dia,dipa,dipak}'),
    ('juti', '{joota,joote}'),
    ('slide', '{chapal}'),
    ('necklace', '{har,mangalsutra}'),
    ('bag', '{handbag}'),
    ('vase', '{phooldan,phuldan,flowerpot}'),
    ('notebook', '{kitab,copy}'),
    ('mug', '{pyala}')
  ) as given (first, words)
  join search_synonyms set on set.words[1] = given.first,
  unnest(given.words) word
  where not word = any (set.words)
    and not exists (select from search_synonyms other where other.id <> set.id and word = any (other.words))
  group by set.id
) more
where more.id = s.id and cardinality(s.words) + cardinality(more.added) <= 12;

insert into search_synonyms (words, position)
select words, (select coalesce(max(position), 0) from search_synonyms) + place
from unnest(array[
  'gift gipht tohfa uphaar uphar',
  'bell ghanti ghungroo ghunghru',
  'surahi matka ghada pitcher jug',
  'lota kalash kalasha',
  'dabba dabbi dani dibba dibbi',
  'top lattu latoo bhaunra',
  'car gadi gaadi',
  'elephant hathi haathi',
  'lantern lalten laltain'
]) with ordinality as line (text, place), lateral (select regexp_split_to_array(text, ' +') as words) split
where exists (select from search_synonyms)
  and not exists (select from search_synonyms s where s.words && split.words);
