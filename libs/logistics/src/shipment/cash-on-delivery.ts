/**
 * The words of a payment method that is cash on delivery, within any other text. `is_cod` in the database knows the same:
 * its expression is made of them.
 */
export const CASH_ON_DELIVERY =
  '(^|[^a-z0-9])(cod|c\\.o\\.d|cash[ _-]+on[ _-]+delivery|bayar(an)?[ _-]+semasa[ _-]+(hantar|terima))([^a-z0-9]|$)';

const words = new RegExp(CASH_ON_DELIVERY);

/** Whether a payment method, named freely, is cash on delivery. */
export const isCashOnDelivery = (payment_method: string | null): boolean =>
  words.test((payment_method ?? '').toLowerCase());

/** What a shipment says of how it is paid. */
export interface WayOfPaying {
  /** As it was stated; null where the words of the payment method decide. */
  cod: boolean | null;
  payment_method: string | null;
}

/** Whether the amount is collected from the receiver for the sender. */
export const collectsCash = ({ cod, payment_method }: WayOfPaying): boolean => cod ?? isCashOnDelivery(payment_method);
