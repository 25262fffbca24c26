// Makes a Debian package of the shop with its packages and Node: build/haat_<version>_<architecture>.deb.
//   npm run package
// With a folder, it only copies the program without Node there, as the Dockerfile does.
// Runs on any installed Node, so it uses only features of Node 18.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { Failure, run, stopOnFailure, timed } from './run.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const architectures = { x64: 'amd64', arm64: 'arm64' };
/** What a built shop needs: also the sources of its pages, with which the start compares the build. */
const program = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'],
  ...['build/client', 'build/server', 'build/.haat-sources'],
  ...['demo', 'migrations', 'postgres', 'public', 'sandbox', 'scripts', 'server', 'shared', 'web'],
];

ensurePackages(root)
  .then(async (node) => {
    await ensureBuild(root, node);
    const [folder] = process.argv.slice(2);
    if (folder) copyProgram(path.resolve(folder));
    else await timed('Making the Debian package', () => makePackage(node));
  })
  .catch(stopOnFailure);

/** Copies the program and the packages that are not only for development. */
function copyProgram(folder) {
  for (const name of program) copy(root, folder, name, (file) => !/\.test\.tsx?$/.test(file));
  const list = path.join('node_modules', '.package-lock.json');
  const installed = JSON.parse(readFileSync(path.join(root, list), 'utf8'));
  const needed = Object.entries(installed.packages).filter(([, { dev }]) => !dev);
  // A package inside another one is in the list too.
  for (const [name] of needed)
    copy(root, folder, name, (file) => !file.slice(name.length).split(path.sep).includes('node_modules'));
  const packages = Object.fromEntries(needed);
  writeFileSync(path.join(folder, list), JSON.stringify({ ...installed, packages }));
}

/** `isNeeded` gets paths relative to `from`. */
function copy(from, to, name, isNeeded = () => true) {
  mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
  cpSync(path.join(from, name), path.join(to, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => isNeeded(path.relative(from, file)),
  });
}

async function makePackage(node) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const architecture = architectures[process.arch];
  if (process.platform !== 'linux' || !architecture)
    throw new Failure('The package can be made on Linux with an x64 or arm64 processor only.');
  const staged = path.join(root, 'build', '.package');
  const ops = path.join(root, 'ops');
  const add = (from, to) => {
    mkdirSync(path.dirname(path.join(staged, to)), { recursive: true });
    copyFileSync(from, path.join(staged, to));
  };
  try {
    rmSync(staged, { recursive: true, force: true });
    copyProgram(path.join(staged, 'usr/lib/haat'));
    add(node, 'usr/lib/haat/bin/node');
    add(path.join(ops, 'haat'), 'usr/bin/haat');
    add(path.join(ops, 'haat.service'), 'usr/lib/systemd/system/haat.service');
    for (const name of ['conffiles', 'postinst', 'postrm', 'prerm'])
      add(path.join(ops, 'debian', name), `DEBIAN/${name}`);
    const control = readFileSync(path.join(ops, 'debian', 'control'), 'utf8');
    writeFileSync(
      path.join(staged, 'DEBIAN/control'),
      control.replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture),
    );
    add(path.join(ops, 'debian', 'settings'), 'etc/haat/settings');
    await must('chmod', ['--recursive', 'u=rwX,go=rX', staged]);
    // Only root and the shop may read the secrets among the settings.
    await must('chmod', ['640', path.join(staged, 'etc/haat/settings')]);
    const file = path.join(root, 'build', `haat_${version}_${architecture}.deb`);
    await must('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z3', '--build', staged, file]);
    console.log(file);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

async function must(command, args) {
  if ((await run(command, args, { quiet: true })) !== 0) throw new Failure(`${command} failed.`);
}
