export { CodeCheck, codeOutcomes, type CodeOutcome } from './code-check.js';
export { MfaFactor } from './factor.entity.js';
export { messages as factorMessages } from './factor.messages.js';
export {
  FactorService,
  STEP_UP_SECONDS,
  type Enrolment,
  type EnrolmentProof,
  type FactorState,
} from './factor.service.js';
export { MfaRecoveryCode } from './recovery-code.entity.js';
