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

const root = process.argv[2] ?? process.cwd();
const contexts = ['retail', 'healthcare', 'education', 'beauty', 'logistics'];

const filesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name))
    : [];

const sourcesOf = (context) =>
  [`libs/${context}/src`, `apps/api/src/surfaces/reference/${context}`, `apps/api/src/surfaces/contract/${context}`]
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/demo\/|\/migrations\//.test(file));

const text = (file) => readFileSync(join(root, file), 'utf8');
const linesOf = (file) => text(file).split('\n').length - 1;

/** Routes of both surfaces: those of the specification, and additions. */
function operationsOf(context) {
  const route = /^\s*@(?:Reads|Lists|ListsWhole|Creates|Acts|Changes|Deletes|ReadsFile|ReadsReport)\(/gm;
  return sourcesOf(context)
    .filter((file) => file.endsWith('.controller.ts'))
    .reduce((sum, file) => sum + (text(file).match(route)?.length ?? 0), 0);
}

/** The columns that an entity's file declares. */
const fieldsOf = (entity) =>
  [...text(entity).matchAll(/@columns\.(?!derived)\w+(?:<[^>]*>)?\([^\n]*\)\s+(?:readonly )?(\w+)[!?:]/g)].map(
    ([, name]) => name,
  );

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function statementsPerField(context, entity) {
  const resource = entity.split('/').at(-2);
  const own = new RegExp(`/(?:${resource}|privacy)/|/${resource}s\\.`);
  const sources = sourcesOf(context)
    .filter((file) => own.test(file))
    .map(text);
  const counts = fieldsOf(entity).map((field) => {
    const named = new RegExp(`\\b${field}\\b`);
    return sources.reduce((sum, source) => sum + source.split('\n').filter((line) => named.test(line)).length, 0);
  });
  return { fields: counts.length, median: median(counts) };
}

const examples = {
  retail: 'libs/retail/src/customer/customer.entity.ts',
  healthcare: 'libs/healthcare/src/patient/patient.entity.ts',
  education: 'libs/education/src/student/student.entity.ts',
};

for (const context of contexts) {
  const files = sourcesOf(context);
  const operations = operationsOf(context);
  if (operations === 0) continue;
  const lines = files.reduce((sum, file) => sum + linesOf(file), 0);
  console.log(
    `${context}: ${lines} lines in ${files.length} files, ${operations} operations: ${Math.round(lines / operations)} lines an operation`,
  );
  const entity = examples[context];
  if (entity && existsSync(join(root, entity))) {
    const { fields, median } = statementsPerField(context, entity);
    console.log(
      `  ${entity.split('/').at(-1)}: ${fields} fields, each named in ${median} lines of the resource (median)`,
    );
  }
}
