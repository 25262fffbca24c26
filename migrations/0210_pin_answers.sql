-- What couriers have answered about PIN codes, so that each is asked rarely (decision 154).
create table courier_pin_answers (
  provider text not null,
  pin text not null,
  -- Null until the first answer.
  is_served boolean,
  has_cod boolean,
  answered_at timestamptz,
  -- When it was last asked: it is not asked again at once if it does not answer.
  asked_at timestamptz not null,
  primary key (provider, pin),
  check ((answered_at is null) = (is_served is null) and (is_served is null) = (has_cod is null))
);
