import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { call, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type Person } from '../../support/people.js';

/** The list of types of events, and the same types in the document of the reference surface. */

let viewer: Person;
let types: Json[];
beforeAll(async () => {
  viewer = await newUser(await newTenant(), 'user');
  types = on.data(await on.get('/webhooks/event-types', viewer.token));
});

it('A-435: every reader is told all types by name, without pages', () => {
  const names = types.map(({ type }) => type);
  expect(names.length).toBeGreaterThan(2);
  expect(names).toEqual([...new Set<string>(names)].sort());
  for (const { type, context, module, description } of types) {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+\.[a-z_]+$/);
    expect([context, module]).toEqual([type.split('.')[0], context === 'core' ? null : context]);
    expect(description).toEqual({ en: expect.stringMatching(/\.$/), ms: expect.stringMatching(/\.$/) });
  }
});

it('A-435: those of one context alone', async () => {
  const { body } = await on.get('/webhooks/event-types?context=retail', viewer.token);
  expect(body.data).toEqual(types.filter(({ context }) => context === 'retail'));
  expect(body.data.length).toBeGreaterThan(0);
  expectInvalid(on, await on.get('/webhooks/event-types?context=kitchen', viewer.token), 'context');
});

it('A-435: every example is an event whose data its schema allows, and nothing more', () => {
  const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }));
  for (const { type, schema, example } of types) {
    expect(Object.keys(example)).toEqual(['id', 'type', 'timestamp', 'tenant_id', 'actor_id', 'data']);
    expect(example).toMatchObject({ type, id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
    const allows = ajv.compile(schema);
    expect([type, allows(example.data), allows.errors]).toEqual([type, true, null]);
    expect(Object.keys(example.data).sort()).toEqual([...schema.required].sort());
    expect([type, allows({ ...example.data, more: 1 })]).toEqual([type, false]);
    const { id: _id, ...less } = example.data;
    expect([type, allows(less)]).toEqual([type, false]);
  }
});

it('A-435: the reference document has the same types as webhooks, with three headers; the contract document has none', async () => {
  const { body: document } = await call('GET', '/docs/reference.json');
  expect(Object.keys(document.webhooks)).toEqual(types.map(({ type }) => type));
  const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }));
  ajv.addSchema({ $id: 'usaha:document', ...document });
  for (const { type, example } of types) {
    const { parameters, requestBody } = document.webhooks[type].post;
    const headers = parameters.map(({ $ref }: Json) => document.components.parameters[$ref.split('/').at(-1)]);
    expect(headers.map(({ name, in: where, required }: Json) => [name, where, required])).toEqual([
      ['webhook-id', 'header', true],
      ['webhook-timestamp', 'header', true],
      ['webhook-signature', 'header', true],
    ]);
    const { $ref } = requestBody.content['application/json'].schema;
    const allows = ajv.compile({ $ref: `usaha:document${$ref}` });
    expect([type, allows(example), allows.errors]).toEqual([type, true, null]);
    expect([type, allows({ ...example, type: 'core.nothing.happened' })]).toEqual([type, false]);
    expect(requestBody.content['application/json'].examples.event.value).toEqual(example);
  }
  expect((await call('GET', '/docs/contract.json')).body.webhooks).toBeUndefined();
});
