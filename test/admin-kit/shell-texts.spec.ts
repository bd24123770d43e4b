import { ROUTES } from '../../admin/src/app/routes';
import { LANGUAGES } from '../../src/contract/languages';
import shell from '../../admin/src/locales/en/shell.json';
import auth from '../../admin/src/locales/en/auth.json';
import customers from '../../admin/src/locales/en/customers.json';

const english = { ...shell, ...auth, ...customers } as Record<string, unknown>;
const textAt = (key: string): unknown =>
  key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], english);

describe('the shell says what the specification says', () => {
  it('has exactly the 13 entries of the sidebar, in order, spelt as given', () => {
    const entries = ROUTES.filter(({ menu }) => menu === 'main' || menu === 'report');
    expect(entries.map(({ path, labelKey, menu }) => [path, textAt(labelKey), menu])).toEqual([
      ['/home', 'Dashboard', 'main'],
      ['/category', 'Training Category', 'main'],
      ['/training', 'Training List', 'main'],
      ['/add-staff', 'Staff Master', 'main'],
      ['/skil-master', 'Skil Master', 'main'],
      ['/assign-training', 'Assign Training', 'main'],
      ['/remove-training', 'Remove Training', 'main'],
      ['/assign-target-skils', 'Assign Target Skils', 'main'],
      ['/quiz-report', 'Quiz Report', 'report'],
      ['/skil-matrix-report', 'All Skil Matrix Report', 'report'],
      ['/skil-matrix-report-datewise', 'All Skil Matrix Report Datewise', 'report'],
      ['/targeted-matrix-report-datewise', 'Targeted Skils Matrix Report', 'report'],
      ['/skil-wise-report', 'Skils Wise Matrix Report', 'report'],
    ]);
  });

  it('offers the eight languages of the topbar', () => {
    expect(LANGUAGES.map((language) => language.code)).toEqual(['en', 'es', 'de', 'it', 'ru', 'zh', 'fr', 'ar']);
  });

  it.each([
    ['menu.contact', 'Click to Contact us'],
    ['session.expired_title', 'Your Session has Expired!'],
    ['session.expired_text', 'Please Login!'],
    ['session.ok', 'Ok'],
    ['shell.forbidden_title', "You don't have permission to view this page"],
    ['shell.role_admin', 'Admin'],
    ['shell.role_user', 'User'],
    ['auth.mismatch', 'Passwords do not match.'],
    ['dialog.success', 'Success'],
    ['auth.reset_done', 'Password Reset Successfully'],
    ['auth.forgot_done', 'A password reset link has been sent to your email.'],
    ['registration.packages', 'Select Subscription Package'],
    ['registration.basic', 'Basic Information'],
    ['registration.emails', 'Email Addresses'],
    ['registration.address', 'Address Information'],
    ['registration.portal', 'Portal Information'],
    ['registration.customer_name_required', 'Customer Name is required.'],
    ['registration.primary_contact_person_required', 'Primary Contact Person is required.'],
    ['registration.mobile_one_required', 'Mobile One is required.'],
    ['registration.mobile_one_invalid', 'Mobile One must be a valid 10-digit number.'],
    ['registration.email_primary_required', 'Primary Email is required.'],
    ['registration.email_invalid', 'Please enter a valid email address.'],
    ['registration.billing_address_required', 'Billing Address is required.'],
    ['registration.user_name_required', 'User Name is required.'],
    ['registration.password_required', 'Password is required.'],
    ['registration.package_required', 'Please Select Subscription Package!'],
    ['registration.form_invalid', 'Please fill all the required fields!'],
    ['registration.updated', 'Customer Details Updated Successfully'],
    ['registration.otp_title', 'Validate with OTP'],
    ['registration.otp_verify', 'Verify OTP'],
    ['registration.otp_resend', 'Resent OTP'],
    ['dialog.error', 'Error'],
    ['registration.submit', 'Submit'],
    ['registration.update', 'Update'],
    ['registration.to_login', 'Back to Login'],
  ])('%s: %s', (key, text) => {
    expect(textAt(key)).toBe(text);
  });
});
