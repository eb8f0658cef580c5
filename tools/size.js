/**
 * How much it takes to say what an industry does: lines of source per operation, and statements per recorded field.
 *
 *   node tools/size.js [folder of a checkout]
 *
 * Lines are those of the context's library and of its part of both surfaces, docstrings and imports among them; tests,
 * demo data and migrations are not counted. A field is stated where its name stands in the files of its resource (the
 * folder of its entity, the erasure, and its bodies and views): a line that names it counts once, whether it is a column,
 * a key of a body or a view, or a line that copies it from one to the other.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const filesIn = (root, folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name))
    : [];

const sourcesOf = (root, context) =>
  [`libs/${context}/src`, `apps/api/src/surfaces/reference/${context}`, `apps/api/src/surfaces/contract/${context}`]
    .flatMap((folder) => filesIn(root, folder))
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/demo\/|\/migrations\//.test(file));

const text = (root, file) => readFileSync(join(root, file), 'utf8');
const linesOf = (root, file) => text(root, file).split('\n').length - 1;

/** Routes of both surfaces: those of the specification, and additions. */
function operationsOf(root, context) {
  const route = /^\s*@(?:Reads|Lists|ListsWhole|Creates|Acts|Changes|Deletes|ReadsFile|ReadsReport)\(/gm;
  return sourcesOf(root, context)
    .filter((file) => file.endsWith('.controller.ts'))
    .reduce((sum, file) => sum + (text(root, file).match(route)?.length ?? 0), 0);
}

/** The columns that an entity's file declares. */
const fieldsOf = (root, entity) =>
  [...text(root, entity).matchAll(/@columns\.(?!derived)\w+(?:<[^>]*>)?\([^\n]*\)\s+(?:readonly )?(\w+)[!?:]/g)].map(
    ([, name]) => name,
  );

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function statementsPerField(root, context, entity) {
  const resource = entity.split('/').at(-2);
  const own = new RegExp(`/(?:${resource}|privacy)/|/${resource}s\\.`);
  const sources = sourcesOf(root, context)
    .filter((file) => own.test(file))
    .map((file) => text(root, file));
  const counts = fieldsOf(root, entity).map((field) => {
    const named = new RegExp(`\\b${field}\\b`);
    return sources.reduce((sum, source) => sum + source.split('\n').filter((line) => named.test(line)).length, 0);
  });
  return { fields: counts.length, median: median(counts) };
}

/** Of each context the entity whose fields are counted. */
const examples = {
  retail: 'libs/retail/src/customer/customer.entity.ts',
  healthcare: 'libs/healthcare/src/patient/patient.entity.ts',
  education: 'libs/education/src/student/student.entity.ts',
  beauty: 'libs/beauty/src/client/client.entity.ts',
  logistics: 'libs/logistics/src/shipment/shipment.entity.ts',
};

/** @param root folder of a checkout. @returns the figures of each context that it has */
export function sizes(root) {
  return Object.entries(examples).flatMap(([context, entity]) => {
    const operations = operationsOf(root, context);
    if (operations === 0) return [];
    const files = sourcesOf(root, context);
    const lines = files.reduce((sum, file) => sum + linesOf(root, file), 0);
    const record = entity.split('/').at(-2);
    const { fields, median: naming } = existsSync(join(root, entity))
      ? statementsPerField(root, context, entity)
      : { fields: 0, median: 0 };
    return [
      {
        context,
        lines,
        files: files.length,
        operations,
        perOperation: Math.round(lines / operations),
        record,
        fields,
        naming,
      },
    ];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { context, lines, files, operations, perOperation, record, fields, naming } of sizes(
    process.argv[2] ?? process.cwd(),
  )) {
    console.log(
      `${context}: ${lines} lines in ${files} files, ${operations} operations: ${perOperation} lines an operation`,
    );
    console.log(`  ${record}: ${fields} fields, each named in ${naming} lines of the resource (median)`);
  }
