import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Both documents are good OpenAPI: Redocly's recommended rules find nothing. */
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

/** What the rules find in the document of a surface, or in a file. */
async function redocly(surface: string): Promise<string[]> {
  const { output, complaint } = await node('node_modules/@redocly/cli/bin/cli.js', 'lint', surface, '--format', 'json');
  if (!output.startsWith('{')) throw new Error(complaint || output);
  const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/**
 * The specification states tracking/{tracking_number}/ next to {shipment_id}/update-status/, the readings templates/{resource}/ next to
 * {import_id}/run/ (A-494, A-496), buyers/{buyer_id}/ next to {einvoice_id}/raw/ (A-517): no id is the word tracking, templates or
 * buyers.
 */
const stated = [
  '/api/v1/logistics/shipments/tracking/{tracking_number}/',
  '/api/v1/imports/templates/{resource}/',
  '/api/v1/einvoices/buyers/{buyer_id}/',
];
const isStated = (problem: string): boolean =>
  problem.startsWith('no-ambiguous-paths: ') && stated.some((path) => problem.includes(`\`${path}\``));

describe("Redocly's recommended rules", () => {
  it.each(surfaces)(
    'find nothing in the document of the %s surface',
    async (surface) => {
      expect((await redocly(surface)).filter((problem) => !isStated(problem))).toEqual([]);
    },
    180_000,
  );

  it('find the errors of a document that has some', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'usaha-openapi-'));
    const file = join(folder, 'broken.json');
    const broken = JSON.parse(readFileSync(join(root, 'docs/openapi/contract.json'), 'utf8')) as OpenApi;
    delete (broken.info as Partial<OpenApi['info']>).version;
    broken.paths['/v1/users/'] = broken.paths['/v1/users']!;
    await writeFile(file, JSON.stringify(broken));
    expect((await redocly(file)).map((problem) => problem.split(':')[0])).toEqual(
      expect.arrayContaining(['struct', 'no-path-trailing-slash', 'operation-operationId-unique']),
    );
    await rm(folder, { recursive: true });
  });
});
