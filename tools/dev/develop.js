import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTheWay, placesOf } from '../../apps/api/preflight/index.js';
import { whenNpmIsGone } from '../npm-shell.js';
import { complain } from '../say.js';
import { Compiler } from './compiler.js';
import { Service } from './service.js';
import { DevTree, isSource } from './tree.js';
import { watchFolder } from './watch.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** JavaScript that the service loads as it is. */
const preflight = join(root, 'apps/api/preflight');
const isPreflight = (path) => path.startsWith(preflight);
/** Editors write a file in several steps. */
const SETTLED_MS = 100;

/** @param options for Node, of which `--inspect` alone makes sense */
export async function develop(options) {
  const places = placesOf(process.env, process.cwd());
  const problems = places === null ? [] : await inTheWay(places);
  if (problems.length > 0) {
    problems.forEach(complain);
    process.exit(1);
  }
  const tree = new DevTree(root);
  const service = new Service(tree.pathOf('apps/api/dist/main.js'), options);
  const update = async (isCertain) => {
    try {
      const changes = await tree.update();
      if (changes > 0 || isCertain) service.restart();
    } catch (error) {
      complain(
        `The service ${service.isRunning ? 'runs on without this change' : 'starts once this parses'}: ${error.message}`,
      );
    }
  };
  let last = update(true);
  let compiler = null;
  watchSources(tree.projects, (files) => {
    compiler?.noteChanges(files);
    last = last.then(() => update(files.some(isPreflight)));
  });
  await last;
  compiler = new Compiler(root);

  const leave = async () => {
    compiler.end();
    await service.end();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
  whenNpmIsGone(leave);
  compiler.onEnd(async (code) => {
    complain(`The compiler has ended (exit code ${code})`);
    await service.end();
    process.exit(1);
  });
}

/** @param onChange gets the files that were written, replaced or removed together */
function watchSources(projects, onChange) {
  const files = new Set();
  let settled;
  const note = (path) => {
    // Tests, and what editors write for themselves.
    if (!isSource(path) && !isPreflight(path)) return;
    files.add(path);
    clearTimeout(settled);
    settled = setTimeout(() => {
      onChange([...files]);
      files.clear();
    }, SETTLED_MS);
  };
  for (const folder of [preflight, ...projects.map((project) => join(root, project, 'src'))]) watchFolder(folder, note);
}
