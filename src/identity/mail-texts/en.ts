/**
 * What the mails of sign-in and registration say, by language; `{name}` is filled in. English is complete. A key begins
 * with the name of its template (mails/*.hbs), which asks for it without that: `{{t 'body'}}` in invite.hbs is invite_body.
 */
export const en = {
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
  login_subject: 'How to sign in to Skilgrid',
  login_heading: 'How to sign in',
  login_body: 'Your user name for {customer_name} is {user_name}.',
  login_where: 'Sign in at {url}. If you have forgotten the password, choose a new one here:',
  login_note:
    'The link is good for 30 minutes and works once; later, choose “Forgot password?” on the sign-in page. The old password stays until you choose a new one.',
  changed_subject: 'Your password was changed',
  changed_heading: 'Your password was changed',
  changed_body: 'The password of the account {user_name} was changed, and every session was signed out.',
  changed_note: 'If it was not you, request a new password at once and tell your administrator.',
  changed_button: 'Request a new password',
  names_confirm_subject: 'Confirm how you sign in',
  names_confirm_heading: 'Confirm how you sign in',
  names_confirm_body: 'The account {account} of {customer_name} is to sign in differently from now on:',
  names_new_email: 'New email address: {email}',
  names_new_user_name: 'New user name: {user_name}',
  names_confirm_button: 'See and confirm',
  names_confirm_note:
    'The link is good for 24 hours. Until it is confirmed nothing changes. If you did not expect this, ignore this mail.',
  names_taken_subject: 'This address signs in already',
  names_taken_heading: 'This address signs in already',
  names_taken_body:
    'Somebody, probably you, asked to sign in to another account with this address. It has an account already, so nothing changes.',
  names_taken_note:
    'If it was you, choose another address there, or free this one first. If it was not you, ignore this mail.',
  names_asked_subject: 'A change of your sign-in was asked for',
  names_asked_heading: 'A change of your sign-in was asked for',
  names_asked_body:
    'Somebody who is signed in as {account}, or an administrator of {customer_name}, asked that it signs in differently. It does once the new address has confirmed it:',
  names_asked_note:
    'If it was not you, request a new password at once: that voids the change and ends every session. Tell your administrator as well.',
  names_changed_subject: 'Your sign-in was changed',
  names_changed_heading: 'Your sign-in was changed',
  names_changed_body: 'The account {account} of {customer_name} signs in differently from now on:',
  names_changed_button: 'It was not me',
  names_changed_note: 'If it was you, there is nothing to do.',
  factor_set_up_subject: 'A second factor was set up',
  factor_set_up_body:
    'Signing in as {user_name} now takes a code of an authenticator app besides the password. Everywhere else this account was signed out. Keep the recovery codes in a safe place.',
  factor_replaced_subject: 'Your second factor was replaced',
  factor_replaced_body:
    'The account {user_name} now takes the codes of another authenticator app. The one before, and its recovery codes, are void, and everywhere else the account was signed out.',
  factor_removed_subject: 'Your second factor was removed',
  factor_removed_body:
    'Signing in as {user_name} takes no code of an authenticator app any more. Everywhere else this account was signed out.',
  factor_reset_subject: 'Your second factor was reset',
  factor_reset_body:
    'An administrator has removed the second factor of the account {user_name}, and every session was signed out. You can set up a new one under Settings.',
  factor_codes_renewed_subject: 'New recovery codes were made',
  factor_codes_renewed_body: 'The account {user_name} has new recovery codes. The ones before are void.',
  factor_recovery_used_subject: 'A recovery code was used',
  factor_recovery_used_body:
    'A recovery code of the account {user_name} was used. It is void now. How many are left stands under Settings.',
  factor_passkey_first_subject: 'A passkey was added',
  factor_passkey_first_body:
    'The passkey “{name}” now signs in as {user_name}, without a password. Everywhere else this account was signed out.',
  factor_passkey_added_subject: 'A passkey was added',
  factor_passkey_added_body: 'The passkey “{name}” now signs in as {user_name}, without a password.',
  factor_passkey_removed_subject: 'A passkey was removed',
  factor_passkey_removed_body:
    'The passkey “{name}” no longer signs in as {user_name}. Everywhere else this account was signed out.',
  factor_note: 'If it was not you, choose a new password at once and tell your administrator.',
  factor_button: 'Choose a new password',
  support_subject: 'Contact us: {subject}',
  support_heading: '{subject}',
  support_body: '{user_name} of {customer_name} (customer {customer_id}) writes:',
  support_note: 'Answer to {reply_to}.',
  support_button: 'See all messages',
} as const;

export type MailText = keyof typeof en;
