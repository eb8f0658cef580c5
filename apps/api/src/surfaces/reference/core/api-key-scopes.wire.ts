import { field } from '../../../wire/field.js';

@field.record('An operation of one of the surfaces')
export class ScopedOperationView {
  @field.text('Method', 'GET') method!: string;
  @field.text('Path, with its parameters in braces', '/api/v1/retail/products/{product_id}/') path!: string;
}

@field.record('A scope of API keys, and the operations that it opens within the role of a key')
export class ScopeView {
  @field.text('Scope', 'retail:read') scope!: string;
  @field.nestedList('Operations of both surfaces, by path', ScopedOperationView) operations!: ScopedOperationView[];
}
