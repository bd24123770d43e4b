/** Success messages of legacy calls. English constants; some clients compare them literally. */
export const LEGACY_MESSAGES = {
  signed_in: 'Signed in.',
  email_free: 'This email address is free.',
  email_taken: 'This email address is registered already. Please sign in, or use another address.',
  otp_sent: 'A code has been sent to your email.',
  otp_right: 'Your email address is verified.',
  customer_saved: 'Customer Details Saved Successfully',
  /** Success signal of the edit form (specification §7). */
  customer_updated: 'Customer Details Updated Successfully',
  subscriber_saved: 'Subscription Details Saved Successfully. Your 30-day trial has begun.',
  /** Specification §8. */
  reset_link_sent: 'A password reset link has been sent to your email.',
  link_good: 'Please choose a new password.',
  /** Specification §8. */
  password_reset: 'Password Reset Successfully',
  password_by_link:
    'Your sign-in is older than 10 minutes. For your safety we have mailed you a link: please choose the new password there.',
  use_reset_password: 'The password is not changed here. Please use Reset Password in the user menu.',
  bare_id: 'Please open the link of the mail again, or sign in first.',
  quiz_saved: 'Quiz Details Saved Successfully',
  list_saved: 'Training List Saved Successfully',
  list: 'OK',
} as const;
