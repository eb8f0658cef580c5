import { readFileSync } from 'node:fs';
import { documents, lookUp, operations, type DocumentedOperation, type Schema } from '../support/operations.js';
import type { Json } from '../support/client.js';

/** docs/additions.md names all that is served in addition to the specification, and nothing else: both come from the documents. */

const text = readFileSync('docs/additions.md', 'utf8');
const read = (file: string): Json => JSON.parse(readFileSync(`test/specification/${file}.json`, 'utf8'));
const specified: { surface: string; method: string; path: string; query: Named[]; body: Named[] | null }[] =
  read('operations');
const records: Json = read('records');

interface Named {
  name: string;
}
const namesOf = (fields: readonly Named[] | null): string[] => (fields ?? []).map(({ name }) => name);

/** The cells of each row of the table under a heading. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(text) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.slice(2, -2).split(' | '));
}
const quoted = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name as string);

/** `POST, GET /a/`, and ``GET` and `PUT /a/``: every operation that a cell names. */
function operationsIn(cell: string): string[] {
  const named = Array.from(cell.matchAll(/((?:[A-Z]+(?:`? ?(?:,|and) `?)?)+) (\/api\/[^`?]*)/g));
  return named.flatMap(([, methods = '', path = '']) =>
    Array.from(methods.matchAll(/[A-Z]{3,}/g), ([method]) => `${method} ${path}`),
  );
}

/** What a schema says in the end. */
function resolved(operation: DocumentedOperation, schema: Schema): Schema {
  const ref = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref;
  return ref ? resolved(operation, lookUp(operation.on, ref) as Schema) : schema;
}

const documented = (operation: DocumentedOperation): Json =>
  documents[operation.on.name].paths[operation.path][operation.method.toLowerCase()];
const specificationOf = (operation: DocumentedOperation) =>
  specified.find(({ method, path }) => method === operation.method && path === operation.path);
const named = (name: string): DocumentedOperation => {
  const found = operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found;
};

/** The fields of an answer's record; those of one of its items in a list. */
function answered(operation: DocumentedOperation): string[] {
  const { responses } = documented(operation);
  const schema = responses[operation.successes[0] as number].content['application/json'].schema as Schema;
  const whole = resolved(operation, schema);
  const data = operation.on.name === 'reference' ? resolved(operation, whole.properties?.data as Schema) : whole;
  return Object.keys((data.items ? resolved(operation, data.items) : data).properties ?? {});
}

/** Where each record of the specification is answered, and what the table of fields calls it. */
const answers: Record<string, [operation: string, called: string]> = {
  'core.ModuleListEntry': ['GET /api/v1/modules/', 'modules'],
  'core.PhoneValidationResult': ['POST /api/v1/utils/validate-phone/', 'validate-phone'],
  'core.SSTResult': ['POST /api/v1/utils/calculate-sst/', 'calculate-sst'],
  'core.BusinessRegistrationResult': ['POST /api/v1/utils/validate-registration/', 'validate-registration'],
  'retail.Product': ['POST /api/v1/retail/products/', 'retail products'],
  'retail.StockUpdateResult': ['POST /api/v1/retail/products/{product_id}/update-stock/', 'update-stock'],
  'retail.SaleResponse': ['POST /api/v1/retail/sales/', 'retail sales'],
  'retail.Customer': ['POST /api/v1/retail/customers/', 'retail customers'],
  'retail.LoyaltyTier': ['GET /api/v1/retail/loyalty/tiers/', 'loyalty tiers'],
  'beauty.Client': ['POST /api/v1/beauty/clients/', 'clients'],
  'beauty.Service': ['POST /api/v1/beauty/services/', 'services'],
  'beauty.BeautyAppointment': ['POST /api/v1/beauty/appointments/', 'beauty appointments'],
  'beauty.Staff': ['POST /api/v1/beauty/staff/', 'beauty staff'],
  'beauty.BeautyProduct': ['POST /api/v1/beauty/products/', 'beauty products'],
  'beauty.Package': ['POST /api/v1/beauty/packages/', 'beauty packages'],
  'beauty.Membership': ['POST /api/v1/beauty/memberships/', 'memberships'],
  'education.Student': ['POST /api/v1/education/students/', 'students'],
  'education.Class': ['POST /api/v1/education/classes/', 'classes'],
  'education.Enrollment': ['POST /api/v1/education/enrollment/', 'enrollments'],
  'education.Attendance': ['POST /api/v1/education/attendance/', 'attendance'],
  'education.Grade': ['POST /api/v1/education/grades/', 'grades'],
  'education.FeeStructure': ['POST /api/v1/education/fees/', 'fees'],
  'education.EducationPayment': ['POST /api/v1/education/payments/', 'education payments'],
  'healthcare.Patient': ['POST /api/v1/healthcare/patients/', 'patients'],
  'healthcare.Appointment': ['POST /api/v1/healthcare/appointments/', 'healthcare appointments'],
  'healthcare.MedicalRecord': ['POST /api/v1/healthcare/medical-records/', 'medical records'],
  'healthcare.Prescription': ['POST /api/v1/healthcare/prescriptions/', 'prescriptions'],
  'healthcare.Vaccination': ['POST /api/v1/healthcare/vaccinations/', 'vaccinations'],
  'logistics.Shipment': ['POST /api/v1/logistics/shipments/', 'shipments'],
  'logistics.Vehicle': ['POST /api/v1/logistics/vehicles/', 'vehicles'],
  'logistics.Driver': ['POST /api/v1/logistics/drivers/', 'drivers'],
  'logistics.Route': ['POST /api/v1/logistics/routes/', 'routes'],
  'logistics.DeliverySchedule': ['POST /api/v1/logistics/schedules/', 'delivery schedules'],
};
/** Of these the specification states no answer, or they lie within another record. */
const unanswered = [
  'core.Address',
  'core.LoginUserSummary',
  'retail.SaleRequest',
  'beauty.BeautyAppointmentRequest',
  'education.Withdrawal',
  'healthcare.BillRequest',
  'logistics.Party',
  'logistics.LocationReport',
];

/** What every record of the reference surface has, whether its row of the specification lists it or not. */
const OF_EVERY_RECORD = ['id', 'tenant_id', 'created_at', 'updated_at'];

describe('docs/additions.md and the service agree', () => {
  it('on routes', () => {
    const marked = operations.filter((operation) => documented(operation)['x-addition']);
    const listed = tableUnder('Routes').flatMap(([route = '']) => operationsIn(route));
    expect(listed.sort()).toEqual(marked.map(({ name }) => name).sort());
  });

  it('on parameters of queries', () => {
    const listed = tableUnder('Parameters').flatMap(([where = '', what = '']) =>
      operationsIn(where).flatMap((route) => quoted(what).map((name) => `${route}: ${name}`)),
    );
    const served = operations.flatMap((operation) => {
      const specification = specificationOf(operation);
      const stated = [...namesOf(specification?.query ?? []), 'page', 'page_size'];
      const added = specification ? operation.query.filter(({ name }) => !stated.includes(name)) : [];
      return added.map(({ name }) => `${operation.name}: ${name}`);
    });
    expect(listed.sort()).toEqual(served.sort());
  });

  const fields = tableUnder('Fields');
  const listedFor = (called: string): string[] =>
    fields.filter(([where = '']) => where.split(/, | and /).includes(called)).flatMap(([, what = '']) => quoted(what));

  it.each(Object.entries(answers))('on the fields of %s', (record, [name, called]) => {
    const [context = '', kind = ''] = record.split('.');
    const stated = [...namesOf(records.reference[context][kind].fields), ...OF_EVERY_RECORD];
    const added = answered(named(name)).filter((field) => !stated.includes(field));
    expect(added.filter((field) => !listedFor(called).includes(field))).toEqual([]);
  });

  it('on all records that the specification states', () => {
    const stated = Object.entries<Json>(records.reference).flatMap(([context, kinds]) =>
      Object.entries<Json>(kinds).flatMap(([kind, { fields: own }]) => (own ? [`${context}.${kind}`] : [])),
    );
    expect([...Object.keys(answers), ...unanswered].sort()).toEqual(stated.sort());
  });

  it('on fields of bodies', () => {
    const unlisted = operations.flatMap((operation) => {
      const specification = specificationOf(operation);
      if (!specification || !operation.body) return [];
      const sent = Object.keys(resolved(operation, { $ref: operation.body }).properties ?? {});
      const added = sent.filter((field) => !namesOf(specification.body).includes(field));
      const rows = fields.filter(
        ([where = '']) => where.includes(operation.path) || where.includes(calledIn(operation)),
      );
      const listed = rows.flatMap(([, what = '']) => quoted(what));
      return added.filter((field) => !listed.includes(field)).map((field) => `${operation.name}: ${field}`);
    });
    expect(unlisted).toEqual([]);
  });

  it('on names: every name in the table of fields is in the documents', () => {
    const known = JSON.stringify(documents);
    const unknown = fields
      .flatMap(([, what = '']) => quoted(what))
      .filter((name) => /^\w+$/.test(name) && !known.includes(`"${name}"`));
    expect(unknown).toEqual([]);
  });
});

/** What the table calls the record that an operation writes. */
function calledIn({ path }: DocumentedOperation): string {
  const found = Object.values(answers).find(([name]) => path.startsWith(name.replace(/^[A-Z]+ /, '')));
  return found ? found[1] : path;
}
