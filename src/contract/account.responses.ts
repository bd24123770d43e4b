import {
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  day,
  withExample,
  listOf,
  numberEnum,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';
import { LANGUAGE_CODES } from './languages';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS } from './layout';
import { SUBSCRIPTION_STATUSES } from './subscribers.resource';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const identityFields = {
  eid: withExample(withDescription(text, 'Employee code; send it with every call.'), 'P-0017'),
  oid: withExample(withDescription(text, 'Organisation code; send it with every call.'), '1001'),
  customer_id: withExample(integer, 1001),
  customer_name: withExample(text, 'Nordwerk Metallbau'),
  staff_id: nullable(id),
  first_name: withExample(text, 'Ines'),
  last_name: withExample(text, 'Brandt'),
  // Specification §6: every value other than 0 means User.
  role: withExample(withDescription(numberEnum([0, 1]), '0 is Admin.'), 0),
  kind: withExample(stringEnum(['customer', 'platform']), 'customer'),
  user_name: withExample(text, 'nordwerk'),
  email: withExample(text, 'office@nordwerk.example.org'),
  second_factor_required: withExample(
    withDescription(
      flag,
      'The organisation requires a second factor and this session has none; it can only set one up.',
    ),
    false,
  ),
};
export type IdentityProfile = Infer<typeof identityProfileSchema>;
const identityProfileSchema = objectOf(identityFields);

/** Response of a sign-in. The admin and clients of the specification store it (specification §3, Browser storage). */
export const identitySchema = objectOf({
  ...identityFields,
  token: withExample(text, 'eyJ…'),
  expires_at: withExample(withDescription(instant, 'When the token expires.'), '2026-03-01T09:15:00.000Z'),
});
export type Identity = Infer<typeof identitySchema>;

/** New email or user name that takes effect once the mailbox has confirmed it. */
export const pendingSignInChangeSchema = objectOf({
  email: withExample(withDescription(nullable(text), 'null: unchanged.'), 'ines@nordwerk.example.org'),
  user_name: withDescription(nullable(text), 'null: unchanged.'),
  sent_to: withExample(withDescription(text, 'The mailbox that received the link.'), 'ines@nordwerk.example.org'),
  asked_at: withExample(instant, '2026-03-01T09:15:00.000Z'),
  expires_at: withExample(instant, '2026-03-02T09:15:00.000Z'),
});
export type PendingSignInChange = Infer<typeof pendingSignInChangeSchema>;

const layoutOption = <N extends keyof typeof LAYOUT_CHOICES>(name: N) =>
  withExample(stringEnum<(typeof LAYOUT_CHOICES)[N][number]>(LAYOUT_CHOICES[name]), LAYOUT_DEFAULTS[name]);

/** Theme customizer settings stored with the account, besides `theme` (specification §2). */
const layoutSchema = objectOf({
  layout: withDescription(layoutOption('layout'), 'Position of the menu.'),
  sidebar_visibility: layoutOption('sidebar_visibility'),
  layout_width: layoutOption('layout_width'),
  layout_position: withDescription(layoutOption('layout_position'), 'scrollable: topbar and sidebar scroll away.'),
  topbar: layoutOption('topbar'),
  sidebar_size: withDescription(layoutOption('sidebar_size'), 'sm: icons; sm-hover: icons until hovered.'),
  sidebar_view: layoutOption('sidebar_view'),
  sidebar_color: layoutOption('sidebar_color'),
  sidebar_image: layoutOption('sidebar_image'),
  data_preloader: withDescription(layoutOption('data_preloader'), 'For one second after each navigation.'),
});

/** `GET /api/me`: identity, plan usage and limits, and preferences. */
export const meSchema = objectOf({
  ...identityFields,
  total_staff: withExample(integer, 42),
  no_of_staff: withExample(integer, 50),
  total_training: withExample(integer, 18),
  no_of_training: withExample(integer, 25),
  time_zone: withExample(withDescription(text, 'The organisation’s.'), 'Europe/Berlin'),
  staff_time_zone: withExample(
    withDescription(text, 'Time zone of the signed-in person; their days, including due dates, end in it.'),
    'Europe/Berlin',
  ),
  is_manager: withExample(withDescription(flag, 'The person has people below them and sees their records.'), false),
  theme: withExample(stringEnum(THEMES), 'light'),
  locale: withExample(stringEnum(LANGUAGE_CODES), 'en'),
  layout: withDescription(nullable(layoutSchema), 'Settings of the theme customizer; null: none.'),
  subscription: withDescription(
    nullable(
      objectOf({
        status: withExample(stringEnum(SUBSCRIPTION_STATUSES), 'trial'),
        expires_on: withExample(withDescription(day, 'The last valid day.'), '2026-03-31'),
      }),
    ),
    'null: platform staff.',
  ),
  sign_in_change: nullable(pendingSignInChangeSchema),
});
export type Me = Infer<typeof meSchema>;

export const availabilitySchema = objectOf({
  available: withExample(flag, true),
  message: withExample(text, 'This email address is free.'),
});
export type Availability = Infer<typeof availabilitySchema>;
export const emailChallengeSchema = objectOf({
  challenge: withExample(text, '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11'),
  resend_after_ms: withExample(integer, 5000),
  digits: withExample(numberEnum([4, 6]), 4),
});
export type EmailChallengeResponse = Infer<typeof emailChallengeSchema>;
export const registrationTicketSchema = objectOf({ registration_token: withExample(text, 'tK3…') });
export type RegistrationTicketResponse = Infer<typeof registrationTicketSchema>;
export const registrationSchema = objectOf({
  customer_id: withExample(integer, 1001),
  message: withExample(text, 'Customer Details Saved Successfully'),
});
export type RegistrationResponse = Infer<typeof registrationSchema>;
export const messageSchema = objectOf({
  message: withExample(text, 'A password reset link has been sent to your email.'),
});
export type MessageResponse = Infer<typeof messageSchema>;
export const passwordLinkSchema = objectOf({
  handle: withExample(text, 'AZk…'),
  purpose: withExample(stringEnum(['reset', 'invite']), 'reset'),
  user_name: withExample(text, 'nordwerk'),
});
export type PasswordLinkResponse = Infer<typeof passwordLinkSchema>;

export const signInNamesSchema = objectOf({
  email: withExample(text, 'ines@nordwerk.example.org'),
  user_name: withExample(text, 'nordwerk'),
});
export type SignInNames = Infer<typeof signInNamesSchema>;
export const signInChangePreviewSchema = objectOf({
  customer_name: withExample(withDescription(text, 'Empty: platform staff.'), 'Nordwerk Metallbau'),
  was: signInNamesSchema,
  becomes: signInNamesSchema,
});
export type SignInChangePreview = Infer<typeof signInChangePreviewSchema>;
export const reminderSchema = objectOf({ sent_to: withExample(text, 'office@nordwerk.example.org') });

export const secondFactorSchema = objectOf({
  active: withExample(withDescription(flag, 'An authenticator app is active.'), true),
  protected: withExample(withDescription(flag, 'The account has an authenticator app or a passkey.'), true),
  confirmed_at: nullable(instant),
  recovery_codes_left: withExample(integer, 10),
  recovery_codes_made_at: nullable(instant),
  required: withExample(withDescription(flag, 'The organisation requires one for everyone.'), false),
  session_is_strong: withExample(withDescription(flag, 'This session was started with one.'), true),
});
export type SecondFactorResponse = Infer<typeof secondFactorSchema>;
export const authenticatorSetupSchema = objectOf({
  secret: withExample(
    withDescription(text, 'Key to type into an authenticator app.'),
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  ),
  uri: withExample(
    withDescription(text, 'The same as an address for a QR code.'),
    'otpauth://totp/Skilgrid:nordwerk?issuer=Skilgrid&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  ),
  expires_at: withDescription(instant, 'Confirm before this time.'),
});
export type AuthenticatorSetup = Infer<typeof authenticatorSetupSchema>;
export const recoveryCodesSchema = objectOf({
  recovery_codes: withExample(withDescription(listOf(text), 'Shown only once.'), ['k7mq2-xw4dh']),
});
export type RecoveryCodesResponse = Infer<typeof recoveryCodesSchema>;
export const securitySettingsSchema = objectOf({
  require_second_factor: withExample(flag, false),
  since: withDescription(nullable(instant), 'Since when.'),
});
export type SecuritySettingsResponse = Infer<typeof securitySettingsSchema>;

export const passkeySchema = objectOf({
  id,
  passkey_id: withDescription(id, 'The same as id.'),
  name: withExample(text, 'Work laptop'),
  created_at: instant,
  last_used_at: nullable(instant),
});
export type PasskeyRow = Infer<typeof passkeySchema>;

const SIGN_IN_APIS = ['modern', 'legacy'] as const;
export type SignInApi = (typeof SIGN_IN_APIS)[number];
export const sessionSchema = objectOf({
  id,
  session_id: withDescription(id, 'The same as id.'),
  current: withExample(withDescription(flag, 'The session of this request.'), true),
  surface: withDescription(stringEnum(SIGN_IN_APIS), 'legacy: signed in by a call of the specification.'),
  address: withExample(withDescription(text, 'Network address at sign-in.'), '203.0.113.7'),
  user_agent: withExample(text, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  signed_in_at: instant,
  last_seen_at: withDescription(instant, 'To the minute.'),
  expires_at: instant,
});
export type SessionRow = Infer<typeof sessionSchema>;
export const endedSessionsSchema = objectOf({ ended: withExample(integer, 2) });
