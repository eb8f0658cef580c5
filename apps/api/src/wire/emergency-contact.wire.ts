import { field } from './field.js';

@field.record('Emergency contact in a request; absent fields are null')
export class EmergencyContactBody {
  @field.text('Name', 'Ahmad bin Ali', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Relationship to the person; any text', 'husband', { optional: true, max: 100 }) relationship:
    string | null = null;
  @field.text('Telephone number, in any format (A-154)', '+60123450102', { optional: true, max: 50 }) phone_number:
    string | null = null;
}

@field.record('Emergency contact in a response')
export class EmergencyContactView {
  @field.text('Name', 'Ahmad bin Ali', { nullable: true }) name!: string | null;
  @field.text('Relationship to the person', 'husband', { nullable: true }) relationship!: string | null;
  @field.text('Telephone number, as sent', '+60123450102', { nullable: true }) phone_number!: string | null;
}
