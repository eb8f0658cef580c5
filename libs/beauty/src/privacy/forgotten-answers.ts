/**
 * Whether an answer to a path that was kept for repeated requests is thrown away when it names an erased person. Payments
 * stay, so what was answered to them does too: who asks again must not pay again.
 */
export const forgetsAnswersTo = (path: string): boolean =>
  /\/beauty\/(?!appointments\/[^/]+\/(?:payments|refunds|tips)(?:\/|$)|client-packages\/[^/]+\/(?:void|refund)(?:\/|$))/.test(
    path,
  );
