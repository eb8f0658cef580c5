import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Both documents are current, and say what the specification says. test/release/openapi-linters.test.ts holds them against linters. */
const root = join(import.meta.dirname, '../..');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  description?: string;
  examples?: unknown[];
}
interface Parameter {
  name: string;
  in: string;
  description: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  security?: object[];
  parameters?: (Partial<Parameter> & { $ref?: string })[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string }; examples: object } } };
  responses: Record<string, { content?: Record<string, { schema: { $ref: string }; examples?: object }> }>;
  'x-addition'?: boolean;
}
interface OpenApi {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: object;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter>; responses: object };
}
interface Stated {
  surface: 'contract' | 'reference';
  module: string;
  method: string;
  path: string;
  auth: string;
  query: { name: string }[];
  body: { name: string }[];
  success: { status: number | string };
  errors: { status: number | string }[];
}

const surfaces = ['contract', 'reference'] as const;
const documents = {
  contract: read<OpenApi>('docs/openapi/contract.json'),
  reference: read<OpenApi>('docs/openapi/reference.json'),
};
const everyOperation = read<Stated[]>('test/specification/operations.json');
const isDocumented = ({ surface, method, path }: Stated) =>
  method.toLowerCase() in (documents[surface].paths[path] ?? {});
/** No module is served in part: of a module that is there at all, every operation is. */
const built = new Set(everyOperation.filter(isDocumented).map(({ surface, module }) => `${surface} ${module}`));
const stated = everyOperation.filter(({ surface, module }) => built.has(`${surface} ${module}`));

/** Fields in addition to the specification's that its readings name. */
const extras: Record<string, string[]> = {
  'POST /v1/users': ['password'],
  'PUT /api/v1/tenants/{tenant_id}/': ['is_active', 'logo_file_id', 'logo_url', 'settings'],
  'POST /api/v1/users/': ['driver_id'],
  'PUT /api/v1/users/{user_id}/': ['driver_id', 'is_active', 'current_password'],
  // A creator names a tenant from elsewhere.
  'POST /api/v1/modules/{module_id}/disable/': ['tenant_id'],
  'POST /api/v1/healthcare/patients/': [
    'data_retention_period',
    'message_preferences',
    'passport_country',
    'passport_number',
    'pdpa_consent_stated',
  ],
  'PUT /api/v1/healthcare/patients/{patient_id}/': [
    'data_retention_period',
    'message_preferences',
    'passport_country',
    'passport_number',
    'pdpa_consent_stated',
  ],
  'POST /api/v1/healthcare/billing/': ['due_date'],
  'POST /api/v1/healthcare/prescriptions/': ['valid_until'],
  'PUT /api/v1/healthcare/prescriptions/{prescription_id}/': ['valid_until'],
  'POST /api/v1/retail/products/': ['picture_ids'],
  'PUT /api/v1/retail/products/{product_id}/': ['picture_ids'],
  'POST /api/v1/beauty/products/': ['picture_ids'],
  'PUT /api/v1/beauty/products/{product_id}/': ['picture_ids'],
  'POST /api/v1/payments/': ['wait'],
  'POST /api/v1/retail/sales/': ['client_reference', 'offline', 'on_account', 'payment_request', 'payments', 'sold_at'],
  'POST /api/v1/retail/sales/{sale_id}/refund/': ['client_reference'],
  'POST /api/v1/retail/customers/': ['client_reference', 'message_preferences', 'pdpa_consent', 'pdpa_consent_stated'],
  'PUT /api/v1/retail/customers/{customer_id}/': [
    'is_active',
    'message_preferences',
    'pdpa_consent',
    'pdpa_consent_stated',
  ],
  'POST /api/v1/logistics/shipments/': ['cod'],
  'PUT /api/v1/logistics/shipments/{shipment_id}/': ['cod', 'status'],
  'POST /api/v1/beauty/clients/': ['message_preferences', 'pdpa_consent_stated'],
  'PUT /api/v1/beauty/clients/{client_id}/': ['message_preferences', 'pdpa_consent_stated'],
  'POST /api/v1/education/students/': ['message_preferences', 'pdpa_consent_stated'],
  'POST /api/v1/education/grades/': ['absent', 'class_id'],
  'POST /api/v1/education/enrollment/{enrollment_id}/withdraw/': ['refund_method'],
  'PUT /api/v1/education/grades/{grade_id}/': ['absent', 'class_id'],
  'PUT /api/v1/education/students/{student_id}/': ['message_preferences', 'pdpa_consent_stated'],
  'POST /api/v1/beauty/appointments/': ['products', 'walk_in'],
  'PUT /api/v1/beauty/appointments/{appointment_id}/': ['products', 'walk_in'],
  'POST /api/v1/beauty/staff/': ['pdpa_consent', 'pdpa_consent_stated'],
  'PUT /api/v1/beauty/staff/{staff_id}/': ['pdpa_consent', 'pdpa_consent_stated'],
};

/** Parameters of lists in addition to the specification's: test/lists/sorted.test.ts says which list has which. */
const OF_LISTS = ['sort', 'fields', 'cursor', 'updated_since'];

/** Parameters of queries in addition to the specification's: lists by A-159 are paged; docs/additions.md lists the rest. */
const extraParameters: Record<string, string[]> = {
  'GET /api/v1/retail/customers/{customer_id}/purchase-history/': ['page', 'page_size'],
  'GET /api/v1/retail/inventory/alerts/': ['page', 'page_size'],
  'GET /api/v1/retail/products/': ['barcode'],
  'GET /api/v1/retail/customers/': ['phone_number', 'client_reference'],
  'GET /api/v1/retail/sales/': ['invoice_number', 'client_reference'],
  'GET /api/v1/beauty/clients/': ['phone_number'],
  'GET /api/v1/beauty/clients/{client_id}/history/': ['page', 'page_size'],
  'GET /api/v1/beauty/products/': ['barcode'],
  'GET /api/v1/healthcare/patients/': ['phone_number', 'medical_record_number'],
  'GET /api/v1/healthcare/patients/{patient_id}/medical-history/': ['page', 'page_size'],
  'GET /api/v1/healthcare/patients/{patient_id}/vaccinations/': ['page', 'page_size'],
  'GET /api/v1/education/grades/': ['class_id'],
  'GET /api/v1/education/payments/': ['method', 'received_by'],
  'GET /api/v1/education/classes/{class_id}/students/': ['page', 'page_size'],
  'GET /api/v1/education/students/{student_id}/academic-record/': ['page', 'page_size'],
  'GET /api/v1/logistics/shipments/': ['tracking_number', 'customer_reference', 'driver_id', 'vehicle_id'],
  'GET /api/v1/logistics/schedules/': ['shipment_id'],
  'GET /api/v1/healthcare/reports/revenue/': ['by'],
  'GET /api/v1/logistics/reports/driver-performance/': ['by'],
  'GET /api/v1/logistics/reports/vehicle-performance/': ['by'],
  'GET /api/v1/logistics/vehicles/': ['registration_number'],
  'GET /api/v1/logistics/vehicles/{vehicle_id}/maintenance-history/': ['page', 'page_size'],
};

const operationsOf = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );
/** The schemas that something cites, directly or by another. */
function reachable(document: OpenApi, from: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(document.components.schemas[name]);
    }
  };
  visit(from);
  return found;
}
const schemaAt = (document: OpenApi, ref: string): Schema => document.components.schemas[ref.split('/').at(-1)!]!;

function node(script: string, ...args: string[]): Promise<{ code: number; output: string; complaint: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, script), ...args], { cwd: root }, (error, output, complaint) => {
      resolve({ code: error ? Number(error.code) : 0, output, complaint });
    });
  });
}

it('are as the code makes them', async () => {
  expect(await node('tools/openapi.js', '--check')).toEqual({
    code: 0,
    output: 'docs/openapi/ is current\n',
    complaint: '',
  });
});

it('are of what is built', () => {
  const modules = surfaces.flatMap((surface) => ['auth', 'tenants', 'users'].map((module) => `${surface} ${module}`));
  expect([...built]).toEqual(expect.arrayContaining(modules));
});

describe.each(surfaces)('the document of the %s surface', (surface) => {
  const document = documents[surface];
  const operations = new Map(operationsOf(document).map(({ key, operation }) => [key, operation]));
  const expected = stated.filter((one) => one.surface === surface);
  const bodyOf = (operation: Operation | undefined): string[] => {
    const $ref = operation?.requestBody?.content['application/json']?.schema.$ref;
    return $ref === undefined ? [] : Object.keys(schemaAt(document, $ref).properties ?? {});
  };

  it('has the stated operations, and in addition only what is marked as an addition', () => {
    const keys = [...operations].filter(([, operation]) => !operation['x-addition']).map(([key]) => key);
    expect(keys.sort()).toEqual(expected.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(expected.map((one) => [`${one.method} ${one.path}`, one] as const))('%s is as it is stated', (key, one) => {
    const operation = operations.get(key);
    expect(bodyOf(operation).sort()).toEqual([...one.body.map(({ name }) => name), ...(extras[key] ?? [])].sort());
    const isList = one.surface === 'reference' && operation?.parameters?.some(({ name }) => name === 'page');
    const query = (operation?.parameters ?? []).filter(
      (parameter) => parameter.in === 'query' && !(isList && OF_LISTS.includes(parameter.name ?? '')),
    );
    expect(query.map(({ name }) => name).sort()).toEqual(
      [...one.query.map(({ name }) => name), ...(extraParameters[key] ?? [])].sort(),
    );
    const path = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(path.map(({ name }) => `{${name}}`)).toEqual(one.path.match(/\{\w+\}/g) ?? []);
    const statuses = [one.success.status, ...one.errors.map(({ status }) => status)];
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(statuses.filter((status) => typeof status === 'number').map(String)),
    );
    // Without a token only signing in, refreshing, registering and new passwords by letter; everything else says what happens without one.
    const isPublic = /\/auth\/(?:login|refresh|register|forgot-password|reset-password|confirm-email)\/?$/.test(
      one.path,
    );
    // Where API keys have access, their scope is named in addition to the token that the whole document asks for.
    const scoped = [{ bearer: [] }, { api_key: [expect.stringMatching(/^[a-z-]+:(read|write)$/)] }];
    const security = operation?.security;
    expect(security).toEqual(isPublic ? [] : security && one.surface === 'reference' ? scoped : undefined);
    if (!isPublic) expect(operation?.responses).toHaveProperty('401');
    expect(operation?.responses).toMatchObject({ 500: expect.anything(), 503: expect.anything() });
  });

  it('says of every field and parameter its type, what it means, and an example', () => {
    const incomplete: string[] = [];
    const look = (where: string, described: { description?: string }, schema: Schema): void => {
      if (!schema.$ref && !schema.anyOf && !schema.type) incomplete.push(`${where} has no type`);
      if (!described.description) incomplete.push(`${where} has no description`);
      if (!schema.examples?.length) incomplete.push(`${where} has no example`);
    };
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas))
      for (const [key, property] of Object.entries(properties)) look(`${name}.${key}`, property, property);
    for (const [key, { parameters = [] }] of operations)
      for (const parameter of parameters) {
        const found = parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;
        look(`${key} ${found.name}`, found, found.schema!);
      }
    expect(incomplete).toEqual([]);
  });

  it('has an example of every body, and of every answer in JSON', () => {
    for (const [, { requestBody, responses }] of operations) {
      // A file has none.
      if (requestBody && !('multipart/form-data' in requestBody.content))
        expect(requestBody.content['application/json'].examples).toHaveProperty('complete');
      for (const { content } of Object.values(responses))
        if (content?.['application/json']) expect(content['application/json'].examples).toBeTruthy();
    }
  });

  it('types JSON and files apart', () => {
    for (const [, { responses }] of operations) {
      const contents = Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {}));
      for (const [type, { schema }] of contents) {
        const name = schema.$ref.split('/').at(-1);
        const file = { 'text/csv': 'CsvFile', 'application/pdf': 'PdfFile' }[type];
        expect([type, file === undefined ? ['CsvFile', 'PdfFile'].includes(name!) : name !== file]).toEqual([
          type,
          false,
        ]);
      }
    }
  });

  it('gives every operation a unique name that begins with its context', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i || !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    for (const [key, { operationId }] of operations) {
      const context = /\/v1\/(retail|healthcare|education|logistics|beauty)\//.exec(key)?.[1] ?? '';
      expect({ key, operationId }).toEqual({ key, operationId: expect.stringMatching(`^${context}`) as unknown });
    }
  });

  it('has every closed set once, as a component, and says which codes errors have', () => {
    const { schemas } = document.components;
    const sets = Object.values(schemas).filter((schema) => 'enum' in schema);
    expect(JSON.stringify(document).match(/"enum":/g)).toHaveLength(sets.length);
    expect(schemas['ErrorCode']).toMatchObject({
      enum: expect.arrayContaining(['VALIDATION_ERROR', 'TENANT_REQUIRED', 'MODULE_DISABLED']) as unknown,
      description: expect.stringContaining('| TENANT_REQUIRED | 403 |') as unknown,
    });
  });

  it('describes every schema, and cites nothing that a caller cannot look up', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas).filter((name) => !schemas[name]!.description)).toEqual([]);
    expect(JSON.stringify(document).match(/\bA-\d+/g)).toBeNull();
  });

  it('says by the end of its name whether a schema is sent or answered', () => {
    const all = operationsOf(document).map(({ operation }) => operation);
    const bodies = all.flatMap(({ requestBody }) => requestBody?.content['application/json']?.schema.$ref ?? []);
    const answers = all.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) => content?.['application/json']?.schema.$ref ?? []),
    );
    const isBody = /(?:Body|Create|Update)$/;
    expect(bodies.filter((ref) => !isBody.test(ref))).toEqual([]);
    for (const name of reachable(document, answers)) expect(name).not.toMatch(isBody);
  });

  it('says all fields of every answer, closes none to later ones, and requires of open objects nothing', () => {
    const all = operationsOf(document).map(({ operation }) => operation);
    const answers = reachable(document, [all.map(({ responses }) => responses), document.components.responses]);
    const bodies = reachable(
      document,
      all.map(({ requestBody }) => requestBody),
    );
    for (const name of answers) {
      const { required, properties, additionalProperties } = document.components.schemas[name]!;
      if (!properties) continue;
      const optional = name === 'ErrorInfo' ? ['errors', 'details'] : [];
      const always = Object.keys(properties).filter((field) => !optional.includes(field));
      expect({ name, required }).toEqual({ name, required: additionalProperties === true ? undefined : always });
    }
    for (const name of bodies) {
      const { properties, additionalProperties } = document.components.schemas[name]!;
      if (properties && additionalProperties !== true) expect(answers).not.toContain(name);
    }
    expect(JSON.stringify(document)).not.toMatch(/"(?:unevaluatedProperties|additionalProperties)":false/);
    const queries = reachable(
      document,
      all.map(({ parameters }) => parameters),
    );
    const events = reachable(document, document.webhooks ?? {});
    expect([...new Set([...answers, ...bodies, ...queries, ...events])].sort()).toEqual(
      Object.keys(document.components.schemas),
    );
  });

  it('has no example that its own schema refuses', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } }));
    ajv.addSchema(document, 'document');
    const wrong: string[] = [];
    let checked = 0;
    const check = (pointer: string, values: unknown[]): void => {
      const validate = ajv.compile({ $ref: `document#${pointer}` });
      checked += values.length;
      for (const value of values) if (!validate(value)) wrong.push(`${pointer}: ${ajv.errorsText(validate.errors)}`);
    };
    // A schema has a list of examples; next to a schema stand named ones.
    const look = (node: object, pointer: string): void => {
      const { examples } = node as { examples?: unknown[] | Record<string, { value: unknown }> };
      if (Array.isArray(examples)) check(pointer, examples);
      else if (examples)
        check(
          `${pointer}/schema`,
          Object.values(examples).map(({ value }) => value),
        );
      for (const [key, child] of Object.entries(node))
        if (key !== 'examples' && typeof child === 'object' && child !== null)
          look(child as object, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    };
    look(document.paths, '/paths');
    look(document.webhooks ?? {}, '/webhooks');
    look(document.components, '/components');
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });

  it('is OpenAPI 3.1 throughout', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
    // A property may be called example.
    const keywords = JSON.stringify(document.components.schemas, (key, value: unknown) =>
      key === 'examples' ? undefined : key === 'properties' ? Object.values(value as object) : value,
    );
    expect(keywords).not.toMatch(/"(?:nullable|example)":/);
  });
});

it.each(['User', 'Tenant', 'PaymentTransaction', 'Address', 'Pagination'])(
  "the contract surface's %s has the stated fields",
  (name) => {
    const { contract } = read<{ contract: Record<string, { fields: { name: string }[] }> }>(
      'test/specification/records.json',
    );
    const fields = contract[name]!.fields.map((field) => field.name);
    expect(Object.keys(documents.contract.components.schemas[name]?.properties ?? {}).sort()).toEqual(fields.sort());
  },
);
