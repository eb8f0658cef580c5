/** Whom to call when something happens to a person. */
export interface EmergencyContact {
  name: string | null;
  relationship: string | null;
  phone_number: string | null;
}
