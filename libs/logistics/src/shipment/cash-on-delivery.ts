/** Whether what is paid is collected from the receiver for the sender; `is_cod` in the database is the same. */
export const isCashOnDelivery = (payment_method: string | null): boolean => {
  const method = (payment_method ?? '').replace(/^ +| +$/g, '').toLowerCase();
  return ['cod', 'cash_on_delivery'].includes(method.replace(/[ -]+/g, '_'));
};
