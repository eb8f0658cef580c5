import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Both documents are good OpenAPI: the recommended rules of Spectral and Redocly find nothing. */
const root = join(import.meta.dirname, '../..');

interface OpenApi {
  info: { version: string };
  paths: Record<string, object>;
}

const surfaces = ['contract', 'reference'] as const;

function node(script: string, ...args: string[]): Promise<{ output: string; complaint: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, script), ...args], { cwd: root }, (_, output, complaint) =>
      resolve({ output, complaint }),
    );
  });
}

/** What the linter says of files, hints too; in one process, whose start costs more than a document. */
async function lint(...files: string[]): Promise<{ source: string; said: string }[]> {
  const { output, complaint } = await node(
    'node_modules/@stoplight/spectral-cli/dist/index.js',
    ...[
      'lint',
      ...files,
      '--ruleset',
      join(root, '.spectral.yaml'),
      '--format',
      'json',
      '--quiet',
      '--fail-on-unmatched-globs',
    ],
  );
  if (!output.startsWith('[')) throw new Error(complaint || output);
  const found = JSON.parse(output) as { source: string; code: string; path: string[]; message: string }[];
  return found.map(({ source, code, path, message }) => ({
    source,
    said: `${code} at ${path.join('.')}: ${message}`,
  }));
}

/** What Redocly's recommended rules find in the document of a surface. */
async function redocly(surface: string): Promise<string[]> {
  const { output, complaint } = await node('node_modules/@redocly/cli/bin/cli.js', 'lint', surface, '--format', 'json');
  if (!output.startsWith('{')) throw new Error(complaint || output);
  const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The specification states tracking/{tracking_number}/ next to {shipment_id}/update-status/: no id is the word tracking. */
const isStated = (problem: string): boolean =>
  problem.startsWith('no-ambiguous-paths: ') &&
  problem.includes('`/api/v1/logistics/shipments/tracking/{tracking_number}/`');

describe("the linters' recommended rules", () => {
  it.each(surfaces)("find nothing in the document of the %s surface, by Redocly's", async (surface) => {
    expect((await redocly(surface)).filter((problem) => !isStated(problem))).toEqual([]);
  });

  it('find nothing in the documents of both surfaces, and what is wrong where something is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'usaha-openapi-'));
    const file = join(folder, 'broken.json');
    const broken = JSON.parse(readFileSync(join(root, 'docs/openapi/contract.json'), 'utf8')) as OpenApi;
    delete (broken.info as Partial<OpenApi['info']>).version;
    broken.paths['/v1/users/'] = broken.paths['/v1/users']!;
    await writeFile(file, JSON.stringify(broken));
    const found = await lint(...surfaces.map((surface) => `docs/openapi/${surface}.json`), file);
    expect(found.filter(({ source }) => source !== file)).toEqual([]);
    expect(found.map(({ said }) => said.split(' ')[0])).toEqual(
      expect.arrayContaining(['oas3-schema', 'path-keys-no-trailing-slash', 'operation-operationId-unique']),
    );
    await rm(folder, { recursive: true });
    // Two linters read hundreds of operations: longer than a minute on a busy machine.
  }, 240_000);
});
