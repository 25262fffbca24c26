// Imported first by scripts that users start: reports in one line if they cannot run on this machine.
const OLDEST_NODE = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  stop(`Haat needs Node ${OLDEST_NODE} or newer to start; this is Node ${process.versions.node}.`);
}
if (process.platform === 'win32') {
  stop('Haat runs on Linux and macOS. On Windows, start it inside WSL (wsl --install).');
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
