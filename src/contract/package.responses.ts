import { withDescription, objectOf, flag, withExample, nullable, text, integer, type Infer } from './response-schema';

/** `GET /api/subscription-packages/offered`: packages available at registration. */
export const offeredPackageSchema = objectOf({
  subscription_id: withExample(integer, 1),
  subscription_name: withExample(text, 'Workshop'),
  subscription_type: withExample(text, 'monthly'),
  subscription_price: withExample(
    withDescription(integer, 'Whole minor units of `currency`: 4900 with EUR are 49.00 euros.'),
    4900,
  ),
  currency: withExample(text, 'EUR'),
  no_of_staff: withExample(nullable(integer), 50),
  no_of_training: withExample(nullable(integer), 25),
  recommended: withExample(flag, true),
});
export type OfferedPackage = Infer<typeof offeredPackageSchema>;
