import { field } from './field.js';
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
  @field.text('Telephone number, in any format (A-154)', '+60123450102', {
    optional: true,
    max: 50,
    view: 'Telephone number, as sent',
  })
  phone_number: string | null = null;
}

@field.record('Emergency contact in a response')
export class EmergencyContactView extends ViewType(EmergencyContactBody) {}
