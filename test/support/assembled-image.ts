import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * The files of the image, put together by the steps of docker/Dockerfile where there is no Docker. Two steps are another here: the
 * packages are those that are installed, linked instead of downloaded, and files keep their owner.
 */

interface Stage {
  name: string;
  steps: { instruction: string; text: string }[];
}

/** What the image says of itself, and where its files are. */
export interface AssembledImage {
  /** The folder of its WORKDIR. */
  app: string;
  environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
}

const PACKAGES = 'npm ci --ignore-scripts';

/** The instructions of a Dockerfile by stage. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, instruction = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? '', steps: [] });
    else if (instruction !== '') stages.at(-1)?.steps.push({ instruction, text: text.trim() });
  }
  return stages;
}

/** Whether .dockerignore lets a path of the project into the context of the build. */
function contextOf(root: string): (path: string) => boolean {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const admitted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const kept = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`(?:^|/)${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`));
  return (path) =>
    admitted.some((one) => path === one || path.startsWith(`${one}/`)) && !kept.some((pattern) => pattern.test(path));
}

/** Links the installed packages. What npm rewrites in place is copied, so that it stays as it is here. */
function linkPackages(root: string, to: string): void {
  const from = realpathSync(join(root, 'node_modules'));
  execFileSync('sh', ['-c', 'cp -al "$0" "$1" 2>/dev/null || { rm -rf "$1"; cp -a "$0" "$1"; }', from, to]);
  const lock = join(to, '.package-lock.json');
  rmSync(lock);
  copyFileSync(join(from, '.package-lock.json'), lock);
}

/** @param folder in which each stage has a folder. @param args by the name of the ARG. */
export function assembleImage(root: string, folder: string, args: Record<string, string>): AssembledImage {
  const isInContext = contextOf(root);
  const places = new Map<string, string>();
  let image: AssembledImage | undefined;
  for (const [number, { name, steps }] of stagesOf(readFileSync(join(root, 'docker/Dockerfile'), 'utf8')).entries()) {
    const disk = join(folder, `${number}`);
    mkdirSync(disk, { recursive: true });
    places.set(name, disk);
    image = { app: disk, environment: {}, command: [], healthCheck: [] };
    const variables: Record<string, string> = {};
    const filled = (text: string) => text.replace(/\$\{(\w+)\}/g, (_, key: string) => variables[key] ?? '');
    for (const { instruction, text } of steps) {
      if (instruction === 'WORKDIR') mkdirSync((image.app = join(disk, text)), { recursive: true });
      else if (instruction === 'ARG') {
        const [key = '', value = ''] = text.split('=');
        variables[key] = args[key] ?? value;
      } else if (instruction === 'ENV')
        for (const [, key = '', value = ''] of text.matchAll(/(\w+)=("[^"]*"|\S+)/g))
          image.environment[key] = filled(value.replaceAll('"', ''));
      else if (instruction === 'COPY') copy(text, image.app);
      else if (instruction === 'RUN') run(text, disk, image, root);
      else if (instruction === 'CMD') image.command = JSON.parse(text) as string[];
      else if (instruction === 'HEALTHCHECK')
        image.healthCheck = JSON.parse(/CMD (\[.*\])$/.exec(text)?.[1] ?? '[]') as string[];
      else if (!['LABEL', 'USER', 'EXPOSE'].includes(instruction)) throw new Error(`Not assembled: ${instruction}`);
    }
  }
  if (!image) throw new Error('The Dockerfile has no stage');
  return image;

  function copy(text: string, app: string): void {
    const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
    const words = paths.split(' ');
    const to = words.pop() as string;
    for (const word of words) {
      const from = stage === undefined ? join(root, word) : join(places.get(stage) as string, word);
      const isFolder = statSync(from).isDirectory();
      const target = isFolder || !to.endsWith('/') ? join(app, to) : join(app, to, basename(from));
      mkdirSync(dirname(target), { recursive: true });
      const filter = (path: string) => stage !== undefined || isInContext(relative(root, path));
      if (!filter(from)) throw new Error(`.dockerignore keeps ${word} out`);
      cpSync(from, target, { recursive: true, filter, verbatimSymlinks: true });
    }
  }
}

function run(text: string, disk: string, { app, environment }: AssembledImage, root: string): void {
  if (text === PACKAGES) return linkPackages(root, join(app, 'node_modules'));
  const { PATH, HOME } = process.env;
  const command = text.replaceAll(/ (\/[\w/]+)/g, ` "${disk}$1"`).replaceAll(/ && chown \S+ \S+/g, '');
  execFileSync('sh', ['-c', command], { cwd: app, env: { PATH, HOME, ...environment }, stdio: 'pipe' });
}
