/** What the mails of sign-in and registration say, by language and key; `{name}` is filled in. English is complete. */
const EN = {
  code_subject: 'Your verification code',
  code_heading: 'Your verification code',
  code_body: 'Enter this code in the registration form to show that this mailbox is yours.',
  code_note: 'The code is good for 10 minutes. If you did not ask for it, ignore this mail: nothing happens.',
  taken_subject: 'You are registered already',
  taken_heading: 'You are registered already',
  taken_body: 'Somebody, probably you, tried to register an organisation with this address. It has an account already.',
  taken_button: 'Sign in',
  taken_note:
    'If you have forgotten the password, choose “Forgot password?” on that page. If it was not you, ignore this mail.',
  invite_subject: '{customer_name} invites you to Skilgrid',
  invite_heading: 'Welcome, {first_name}',
  invite_body: '{customer_name} keeps its skills and trainings in Skilgrid and has made an account for you.',
  invite_user_name: 'Your user name is {user_name}. Choose a password to begin.',
  invite_button: 'Choose a password',
  invite_note: 'The link is good for 7 days. Ask your administrator for a new one when it has expired.',
  invite_taken_subject: '{customer_name} wants to invite you',
  invite_taken_heading: 'This address signs in elsewhere already',
  invite_taken_body:
    '{customer_name} wants to invite you, but this address belongs to another account. Please give them another address of yours.',
  reset_subject: 'Choose a new password',
  reset_heading: 'Choose a new password',
  reset_body: 'A new password was requested for the account {user_name}.',
  reset_button: 'Choose a new password',
  reset_note:
    'The link is good for 30 minutes and works once. If it was not you, ignore this mail: the old password stays.',
  changed_subject: 'Your password was changed',
  changed_heading: 'Your password was changed',
  changed_body: 'The password of the account {user_name} was changed, and every session was signed out.',
  changed_note: 'If it was not you, request a new password at once and tell your administrator.',
  changed_button: 'Request a new password',
  support_subject: 'Contact us: {subject}',
  support_from: '{user_name} of {customer_name} (customer {customer_id}) writes:',
  support_note: 'Answer to {reply_to}.',
  support_button: 'See all messages',
} as const;

export type MailText = keyof typeof EN;
const LANGUAGES: Readonly<Record<string, Partial<Record<MailText, string>>>> = { en: EN };

/** @param locale the account's language; English where it lacks a text */
export function mailText(locale: string, key: MailText, facts: Readonly<Record<string, string>> = {}): string {
  const text = LANGUAGES[locale]?.[key] ?? EN[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole);
}
