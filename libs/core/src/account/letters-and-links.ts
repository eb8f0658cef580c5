export {
  AccountLetter,
  accountLetterKinds,
  accountLetterOutcomes,
  letterLanguages,
  type AccountLetterKind,
  type AccountLetterOutcome,
} from './account-letter.entity.js';
export { AccountLetterRepository } from './account-letter.repository.js';
export {
  AccountLetterSender,
  accountLetterResults,
  type AccountLetterResult,
  type AccountSendingOptions,
} from './account-letter-sender.js';
export { AccountLetters, type NewAccountLetter } from './account-letters.js';
export { AccountLink, accountLinkPurposes, type AccountLinkPurpose } from './account-link.entity.js';
export { AccountLinks, invalidToken, readLinkToken, type LinkToken } from './account-links.js';
export { MOST_REQUESTS, PasswordRecovery, type RecoveredAccount, type RecoveryRequest } from './password-recovery.js';
export { LinkedAccounts, type LinkedAccount } from './linked-accounts.js';
export { EmailChange, type PendingEmail, type WantedEmail } from './email-change.js';
export {
  Invitations,
  invitationStates,
  type Invitation,
  type InvitationState,
  type InvitedUser,
} from './invitations.js';
export { AccountPages, type AccountPagesSettings } from './account-pages.js';
