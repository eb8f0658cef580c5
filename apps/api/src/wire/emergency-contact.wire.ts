import { field } from './field.js';
import { personField } from './person-fields.js';
import { ViewType } from './view-type.js';

@field.record('Emergency contact in a request; absent fields are null')
export class EmergencyContactBody {
  @field.text('Name', 'Ahmad bin Ali', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Relationship to the person; any text', 'husband', {
    optional: true,
    max: 100,
    view: 'Relationship to the person',
  })
  relationship: string | null = null;
  @personField.phone('+60123450102') phone_number: string | null = null;
}

@field.record('Emergency contact in a response')
export class EmergencyContactView extends ViewType(EmergencyContactBody) {}
