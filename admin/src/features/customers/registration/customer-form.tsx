import { Button, Form, Input, Radio, type FormInstance } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '@/api/api-error';
import { DigitsInput } from '@/components/digits-input';
import { usePasswordVisibility } from '@/features/auth/use-password-visibility';

const OPTIONAL = [
  'secondary_contact_person',
  'mobile_two',
  'gender',
  'gst_no',
  'website',
  'email_one',
  'email_two',
  'contact_address',
] as const;
const REQUIRED = [
  'customer_name',
  'primary_contact_person',
  'mobile_one',
  'email_primary',
  'billing_address',
  'c_user_name',
  'c_password',
] as const;
type FieldName = (typeof OPTIONAL)[number] | (typeof REQUIRED)[number];
export type CustomerFormValues = Partial<Record<FieldName, string>>;
/** The password belongs to the account, not to the customer record. */
export const COMPANY_FIELDS = [...REQUIRED, ...OPTIONAL].filter((name) => name !== 'c_password');

const ACTIONS_CLASS = 'sg-reg-actions';
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const GENDERS = ['female', 'male', 'other'] as const;

/** Trims values and sends empty ones as null; the password is not trimmed. */
export function toPayload(values: CustomerFormValues): Record<FieldName, string | null> {
  const names = [...REQUIRED, ...OPTIONAL];
  return Object.fromEntries(
    names.map((name) => [name, (name === 'c_password' ? values[name] : values[name]?.trim()) || null]),
  ) as Record<FieldName, string | null>;
}

/** Shows the server's field errors under their fields. */
export function showFieldErrors(form: FormInstance<CustomerFormValues>, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  const names = new Set<string>([...REQUIRED, ...OPTIONAL]);
  const fields = Object.entries(error.errors).filter(([name]) => names.has(name));
  form.setFields(fields.map(([name, errors]) => ({ name: name as FieldName, errors })));
}

/** Focuses the first field with an error, else the submit button. */
export function focusFirstError(form: FormInstance<CustomerFormValues>): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
  else document.querySelector<HTMLElement>(`.${ACTIONS_CLASS} button`)?.focus();
}

/** The four sections below the packages, for registration and editing. */
export function CustomerForm(props: {
  form: FormInstance<CustomerFormValues>;
  initialValues: CustomerFormValues;
  busy: boolean;
  submitLabel: string;
  onValuesChange: () => void;
  /** Called for invalid values too: the specification fixes the order of the checks. */
  onFinish: (values: CustomerFormValues) => void;
  onEmailBlur: () => void;
  header?: ReactNode;
  isEditing?: boolean;
}) {
  const { t } = useTranslation();
  const { form, isEditing = false } = props;
  const passwordToggle = usePasswordVisibility();
  const required = (key: string): Rule => ({ required: true, whitespace: true, message: t(`registration.${key}`) });
  const emailRule: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || EMAIL_PATTERN.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.email_invalid'))),
  };
  const mobileRule: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || /^\d{10}$/.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.mobile_one_invalid'))),
  };
  const field = (name: FieldName, rules: Rule[] = [], extra?: string, children = <Input maxLength={200} />) => (
    <Form.Item
      name={name}
      label={
        (OPTIONAL as readonly string[]).includes(name) || (isEditing && name === 'c_password') ? (
          <span>
            {t(`registration.${name}`)} <span className="sg-optional sg-soft">({t('registration.optional')})</span>
          </span>
        ) : (
          t(`registration.${name}`)
        )
      }
      extra={extra}
      rules={rules}
      validateTrigger="onBlur"
      validateFirst
      className={name.endsWith('_address') ? 'sg-across' : ''}
    >
      {children}
    </Form.Item>
  );
  const emailInput = (autoComplete: string, onBlur?: () => void) => (
    <Input type="email" inputMode="email" autoComplete={autoComplete} maxLength={254} dir="ltr" onBlur={onBlur} />
  );

  return (
    <Form
      form={form}
      initialValues={props.initialValues}
      layout="vertical"
      size="large"
      noValidate
      onFinish={props.onFinish}
      onFinishFailed={() => props.onFinish(form.getFieldsValue())}
      onValuesChange={(changed: CustomerFormValues) => {
        // Revalidates only fields that already show an error.
        const invalidNames = (Object.keys(changed) as FieldName[]).filter(
          (name) => form.getFieldError(name).length > 0,
        );
        if (invalidNames.length > 0) void form.validateFields(invalidNames).catch(() => undefined);
        props.onValuesChange();
      }}
    >
      {props.header}
      <fieldset className="sg-reg-section">
        <legend>{t('registration.basic')}</legend>
        <div className="sg-reg-grid">
          {field(
            'customer_name',
            [required('customer_name_required')],
            undefined,
            <Input autoComplete="organization" maxLength={200} />,
          )}
          {field('gst_no', [], undefined, <Input maxLength={40} dir="ltr" />)}
          {field(
            'primary_contact_person',
            [required('primary_contact_person_required')],
            undefined,
            <Input autoComplete="name" maxLength={200} />,
          )}
          {field('secondary_contact_person')}
          {field(
            'mobile_one',
            [required('mobile_one_required'), mobileRule],
            t('registration.mobile_help'),
            <DigitsInput type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={16} dir="ltr" />,
          )}
          {field('mobile_two', [], undefined, <DigitsInput type="tel" inputMode="tel" maxLength={20} dir="ltr" />)}
          {field(
            'website',
            [],
            undefined,
            <Input type="text" inputMode="url" autoComplete="url" maxLength={255} dir="ltr" />,
          )}
          {field(
            'gender',
            [],
            undefined,
            // antd sets neither a role nor an accessible name.
            <Radio.Group {...{ role: 'radiogroup', 'aria-label': t('registration.gender') }}>
              {GENDERS.map((gender) => (
                <Radio key={gender} value={gender}>
                  {t(`registration.gender_${gender}`)}
                </Radio>
              ))}
            </Radio.Group>,
          )}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.emails')}</legend>
        <div className="sg-reg-grid">
          <div className="sg-across">
            {field(
              'email_primary',
              [required('email_primary_required'), emailRule],
              t(isEditing ? 'registration.email_primary_edit_help' : 'registration.email_primary_help'),
              emailInput('email', props.onEmailBlur),
            )}
          </div>
          {field('email_one', [emailRule], undefined, emailInput('off'))}
          {field('email_two', [emailRule], undefined, emailInput('off'))}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.address')}</legend>
        <div className="sg-reg-grid">
          {field(
            'billing_address',
            [required('billing_address_required')],
            undefined,
            <Input.TextArea rows={2} autoComplete="street-address" maxLength={1000} />,
          )}
          {field('contact_address', [], undefined, <Input.TextArea rows={2} maxLength={1000} />)}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.portal')}</legend>
        <div className="sg-reg-grid">
          {field(
            'c_user_name',
            [required('user_name_required')],
            isEditing ? t('registration.user_name_edit_help') : undefined,
            <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} dir="auto" />,
          )}
          {field(
            'c_password',
            [
              ...(isEditing ? [] : [{ required: true, message: t('registration.password_required') }]),
              {
                validator: (_, value?: string) =>
                  !value || [...value].length >= 12
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('auth.rule_length'))),
              },
            ],
            t('auth.rule'),
            <Input.Password autoComplete="new-password" maxLength={256} {...passwordToggle} />,
          )}
        </div>
      </fieldset>
      <div className={`${ACTIONS_CLASS} sg-row sg-wrap sg-between sg-gap-8-16 sg-foot`}>
        <Link to="/">{t('registration.to_login')}</Link>
        <Button type="primary" htmlType="submit" loading={props.busy}>
          {props.submitLabel}
        </Button>
      </div>
    </Form>
  );
}
