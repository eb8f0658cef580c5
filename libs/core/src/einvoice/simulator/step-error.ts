/** The validators of MyInvois, in their order (SDK, "Document validation rules"). */
export const validationSteps = [
  'Structure Validator',
  'Core Fields Validator',
  'Signature Validator',
  'Taxpayer Validator',
  'Referenced Documents Validator',
  'Code Validator',
  'Duplicate Document Validator',
  'Currency Validator',
] as const;
export type ValidationStep = (typeof validationSteps)[number];

/** A finding of the simulator. The codes of MyInvois are unpublished: these are the simulator's own words. */
export interface StepError {
  step: ValidationStep;
  code: string;
  path: string;
  error: string;
  errorMS: string;
}

/** The outer code of a step: Error01 … Error08. */
export const stepCode = (step: ValidationStep): string =>
  `Error${String(validationSteps.indexOf(step) + 1).padStart(2, '0')}`;

/** A finding at a path. */
export const stepError = (
  step: ValidationStep,
  code: string,
  path: string,
  error: string,
  errorMS: string,
): StepError => ({
  step,
  code,
  path,
  error,
  errorMS,
});
