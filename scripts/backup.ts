// Makes a backup of the shop, running or not, and checks that it can be restored:
//   npm run backup -- [folder or s3://bucket/prefix]     (that of the settings if none is given)

import '../server/backup/backup-process.ts';
