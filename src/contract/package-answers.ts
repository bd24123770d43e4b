import { described, fields, flag, like, orNull, text, whole, type Of } from './answer';

/** `GET /api/subscription-packages/offered`: what may be chosen at registration. */
export const offeredPackageAnswer = fields({
  subscription_id: like(whole, 1),
  subscription_name: like(text, 'Workshop'),
  subscription_type: like(text, 'monthly'),
  subscription_price: like(described(whole, 'Whole minor units of `currency`: 4900 with EUR are 49.00 euros.'), 4900),
  currency: like(text, 'EUR'),
  no_of_staff: like(orNull(whole), 50),
  no_of_training: like(orNull(whole), 25),
  recommended: like(flag, true),
});
export type OfferedPackage = Of<typeof offeredPackageAnswer>;
