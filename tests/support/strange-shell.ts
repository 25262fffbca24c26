/** Variables of a shell that concern other programs, or another user. */
export const strangeSystem = {
  HOME: '/nonexistent',
  USER: 'nobody',
  TZ: 'America/St_Johns',
  LANG: 'hi_IN',
  LC_ALL: 'tr_TR.UTF-8',
  PGHOST: 'nowhere.invalid',
  PGPORT: '1',
  PGUSER: 'asha',
  PGPASSWORD: 'x',
  PGDATABASE: 'other',
  PGSSLMODE: 'verify-full',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c search_path=other',
  PGCLIENTENCODING: 'LATIN1',
  PGCLIENT_ENCODING: 'LATIN1',
  PGREPLICATION: 'database',
  PGBINARY: 'true',
  PGAPPNAME: 'other',
  PGCONNECT_TIMEOUT: '1',
  PGTZ: 'Asia/Tokyo',
  PGDATA: '/nonexistent',
};

/** The same with settings that a command does not use and a start would refuse. */
export const strangeShell = {
  ...strangeSystem,
  PORT: 'none',
  HOST: 'my computer',
  LOG_LEVEL: 'loud',
  WORKERS: 'all',
  PUBLIC_URL: 'shop',
  SEED: 'pumpkin',
  S3_PROFILE: 'x',
};
