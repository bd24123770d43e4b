import {
  described,
  fields,
  flag,
  id,
  instant,
  day,
  like,
  listOf,
  oneOfFigures,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';
import { LANGUAGE_CODES } from './languages';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS } from './layout';
import { SUBSCRIPTION_STATUSES } from './subscribers.resource';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const identity = {
  eid: like(described(text, 'Employee code; send it with every call.'), 'P-0017'),
  oid: like(described(text, 'Organisation code; send it with every call.'), '1001'),
  customer_id: like(whole, 1001),
  customer_name: like(text, 'Nordwerk Metallbau'),
  staff_id: orNull(id),
  first_name: like(text, 'Ines'),
  last_name: like(text, 'Brandt'),
  // Specification §6: anything else than 0 is User.
  role: like(described(oneOfFigures([0, 1]), '0 is Admin.'), 0),
  kind: like(oneOfWords(['customer', 'platform']), 'customer'),
  user_name: like(text, 'nordwerk'),
  email: like(text, 'office@nordwerk.example.org'),
  // contract.md, The risky calls: logins.
  second_factor_required: like(
    described(flag, 'The organisation requires a second factor and this session has none; it can only set one up.'),
    false,
  ),
};
export type IdentityFacts = Of<typeof identityFacts>;
const identityFacts = fields(identity);

/** What a sign-in answers; the admin and the specification's client keep it (specification §3, Browser storage). */
export const identityAnswer = fields({
  ...identity,
  token: like(text, 'eyJ…'),
  expires_at: like(described(instant, 'When the token expires.'), '2026-03-01T09:15:00.000Z'),
});
export type Identity = Of<typeof identityAnswer>;

/** A new e-mail or user name that counts once the mailbox has confirmed it. */
export const pendingNamesAnswer = fields({
  email: like(described(orNull(text), 'null: unchanged.'), 'ines@nordwerk.example.org'),
  user_name: described(orNull(text), 'null: unchanged.'),
  sent_to: like(described(text, 'The mailbox that received the link.'), 'ines@nordwerk.example.org'),
  asked_at: like(instant, '2026-03-01T09:15:00.000Z'),
  expires_at: like(instant, '2026-03-02T09:15:00.000Z'),
});
export type PendingNames = Of<typeof pendingNamesAnswer>;

const option = <N extends keyof typeof LAYOUT_CHOICES>(name: N) =>
  like(oneOfWords<(typeof LAYOUT_CHOICES)[N][number]>(LAYOUT_CHOICES[name]), LAYOUT_DEFAULTS[name]);

/** What the theme customizer keeps with the account, besides `theme` (specification §2). */
const layoutAnswer = fields({
  layout: described(option('layout'), 'Position of the menu.'),
  sidebar_visibility: option('sidebar_visibility'),
  layout_width: option('layout_width'),
  layout_position: described(option('layout_position'), 'scrollable: topbar and sidebar scroll away.'),
  topbar: option('topbar'),
  sidebar_size: described(option('sidebar_size'), 'sm: icons; sm-hover: icons until hovered.'),
  sidebar_view: option('sidebar_view'),
  sidebar_color: option('sidebar_color'),
  sidebar_image: option('sidebar_image'),
  data_preloader: described(option('data_preloader'), 'For one second after each navigation.'),
});

/** `GET /api/me`: who is asking, what the plan has used and allows, and preferences. */
export const meAnswer = fields({
  ...identity,
  total_staff: like(whole, 42),
  no_of_staff: like(whole, 50),
  total_training: like(whole, 18),
  no_of_training: like(whole, 25),
  time_zone: like(described(text, 'The organisation’s.'), 'Europe/Berlin'),
  staff_time_zone: like(
    described(text, 'Time zone of the signed-in person; their days, including due dates, end in it.'),
    'Europe/Berlin',
  ),
  // contract.md, Managers.
  is_manager: like(described(flag, 'The person has people below them and sees their records.'), false),
  theme: like(oneOfWords(THEMES), 'light'),
  locale: like(oneOfWords(LANGUAGE_CODES), 'en'),
  layout: described(orNull(layoutAnswer), 'Settings of the theme customizer; null: none.'),
  subscription: described(
    orNull(
      fields({
        status: like(oneOfWords(SUBSCRIPTION_STATUSES), 'trial'),
        expires_on: like(described(day, 'The last valid day.'), '2026-03-31'),
      }),
    ),
    'null: platform staff.',
  ),
  sign_in_change: orNull(pendingNamesAnswer),
});
export type Me = Of<typeof meAnswer>;

export const availabilityAnswer = fields({
  available: like(flag, true),
  message: like(text, 'This email address is free.'),
});
export type Availability = Of<typeof availabilityAnswer>;
export const codeSentAnswer = fields({
  challenge: like(text, '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11'),
  resend_after_ms: like(whole, 5000),
  digits: like(oneOfFigures([4, 6]), 4),
});
export type CodeSent = Of<typeof codeSentAnswer>;
export const ticketAnswer = fields({ registration_token: like(text, 'tK3…') });
export type Ticket = Of<typeof ticketAnswer>;
export const registeredAnswer = fields({
  customer_id: like(whole, 1001),
  message: like(text, 'Customer Details Saved Successfully'),
});
export type Registered = Of<typeof registeredAnswer>;
export const messageAnswer = fields({ message: like(text, 'A password reset link has been sent to your email.') });
export type Message = Of<typeof messageAnswer>;
export const checkedLinkAnswer = fields({
  handle: like(text, 'AZk…'),
  purpose: like(oneOfWords(['reset', 'invite']), 'reset'),
  user_name: like(text, 'nordwerk'),
});
export type CheckedLink = Of<typeof checkedLinkAnswer>;

/** How somebody signs in. */
export const signInNamesAnswer = fields({
  email: like(text, 'ines@nordwerk.example.org'),
  user_name: like(text, 'nordwerk'),
});
export type SignInNames = Of<typeof signInNamesAnswer>;
export const namesToConfirmAnswer = fields({
  customer_name: like(described(text, 'Empty: platform staff.'), 'Nordwerk Metallbau'),
  was: signInNamesAnswer,
  becomes: signInNamesAnswer,
});
export type NamesToConfirm = Of<typeof namesToConfirmAnswer>;
export const reminderSentAnswer = fields({ sent_to: like(text, 'office@nordwerk.example.org') });

export const secondFactorAnswer = fields({
  active: like(described(flag, 'An authenticator app is active.'), true),
  protected: like(described(flag, 'The account has an authenticator app or a passkey.'), true),
  confirmed_at: orNull(instant),
  recovery_codes_left: like(whole, 10),
  recovery_codes_made_at: orNull(instant),
  required: like(described(flag, 'The organisation requires one for everyone.'), false),
  session_is_strong: like(described(flag, 'This session was started with one.'), true),
});
export type SecondFactorState = Of<typeof secondFactorAnswer>;
export const enrolmentAnswer = fields({
  secret: like(described(text, 'Key to type into an authenticator app.'), 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  uri: like(
    described(text, 'The same as an address for a QR code.'),
    'otpauth://totp/Skilgrid:nordwerk?issuer=Skilgrid&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  ),
  expires_at: described(instant, 'Confirm before this time.'),
});
export type Enrolment = Of<typeof enrolmentAnswer>;
export const recoveryCodesAnswer = fields({
  recovery_codes: like(described(listOf(text), 'Shown only once.'), ['k7mq2-xw4dh']),
});
export type RecoveryCodes = Of<typeof recoveryCodesAnswer>;
export const securitySettingsAnswer = fields({
  require_second_factor: like(flag, false),
  since: described(orNull(instant), 'Since when.'),
});
export type SecurityRule = Of<typeof securitySettingsAnswer>;

export const passkeyAnswer = fields({
  id,
  passkey_id: described(id, 'The same as id.'),
  name: like(text, 'Work laptop'),
  created_at: instant,
  last_used_at: orNull(instant),
});
export type PasskeyRow = Of<typeof passkeyAnswer>;

const SURFACES = ['modern', 'legacy'] as const;
export type Surface = (typeof SURFACES)[number];
export const sessionAnswer = fields({
  id,
  session_id: described(id, 'The same as id.'),
  current: like(described(flag, 'The session of this request.'), true),
  surface: described(oneOfWords(SURFACES), 'legacy: signed in by a call of the specification.'),
  address: like(described(text, 'Network address at sign-in.'), '203.0.113.7'),
  user_agent: like(text, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  signed_in_at: instant,
  last_seen_at: described(instant, 'To the minute.'),
  expires_at: instant,
});
export type SessionRow = Of<typeof sessionAnswer>;
export const endedAnswer = fields({ ended: like(whole, 2) });
