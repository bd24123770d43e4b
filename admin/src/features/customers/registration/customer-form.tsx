import { Button, Form, Input, Radio, type FormInstance } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '@/api/api-error';
import { DigitsInput } from '@/components/digits-input';
import { usePasswordEye } from '@/features/auth/password-eye';

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
type Name = (typeof OPTIONAL)[number] | (typeof REQUIRED)[number];
export type Values = Partial<Record<Name, string>>;
/** The account's password is no company data. */
export const COMPANY = [...REQUIRED, ...OPTIONAL].filter((name) => name !== 'c_password');

const ACTIONS = 'sg-reg-actions';
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const GENDERS = ['female', 'male', 'other'] as const;

/** What is sent: trimmed, empty as null, the password untouched. */
export function payloadOf(values: Values): Record<Name, string | null> {
  const all = [...REQUIRED, ...OPTIONAL];
  return Object.fromEntries(
    all.map((name) => [name, (name === 'c_password' ? values[name] : values[name]?.trim()) || null]),
  ) as Record<Name, string | null>;
}

/** The server's rules under their fields. */
export function showFieldErrors(form: FormInstance<Values>, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  const names = new Set<string>([...REQUIRED, ...OPTIONAL]);
  const fields = Object.entries(error.errors).filter(([name]) => names.has(name));
  form.setFields(fields.map(([name, errors]) => ({ name: name as Name, errors })));
}

/** After a dialog: to the first field that is wrong, else to the button that tries again. */
export function focusNext(form: FormInstance<Values>): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
  else document.querySelector<HTMLElement>(`.${ACTIONS} button`)?.focus();
}

/** The four sections below the packages, the same for registering and for editing. */
export function CustomerForm(props: {
  form: FormInstance<Values>;
  initialValues: Values;
  busy: boolean;
  submitLabel: string;
  onValuesChange: () => void;
  /** Also of what is wrong: the order of the checks is the specification's. */
  onFinish: (values: Values) => void;
  onEmailBlur: () => void;
  before?: ReactNode;
  editing?: boolean;
}) {
  const { t } = useTranslation();
  const { form, editing = false } = props;
  const eye = usePasswordEye();
  const required = (key: string): Rule => ({ required: true, whitespace: true, message: t(`registration.${key}`) });
  const validEmail: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || EMAIL.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.email_invalid'))),
  };
  const tenDigits: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || /^\d{10}$/.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.mobile_one_invalid'))),
  };
  const field = (name: Name, rules: Rule[] = [], extra?: string, children = <Input maxLength={200} />) => (
    <Form.Item
      name={name}
      label={
        (OPTIONAL as readonly string[]).includes(name) || (editing && name === 'c_password') ? (
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
      onValuesChange={(changed: Values) => {
        // What is wrong already is judged while it is mended; what is not touched yet is left in peace.
        const wrong = (Object.keys(changed) as Name[]).filter((name) => form.getFieldError(name).length > 0);
        if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined);
        props.onValuesChange();
      }}
    >
      {props.before}
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
            [required('mobile_one_required'), tenDigits],
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
            // antd's group has no role, and its label names nothing.
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
              [required('email_primary_required'), validEmail],
              t(editing ? 'registration.email_primary_edit_help' : 'registration.email_primary_help'),
              emailInput('email', props.onEmailBlur),
            )}
          </div>
          {field('email_one', [validEmail], undefined, emailInput('off'))}
          {field('email_two', [validEmail], undefined, emailInput('off'))}
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
            editing ? t('registration.user_name_edit_help') : undefined,
            <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} dir="auto" />,
          )}
          {field(
            'c_password',
            [
              ...(editing ? [] : [{ required: true, message: t('registration.password_required') }]),
              {
                validator: (_, value?: string) =>
                  !value || [...value].length >= 12
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('auth.rule_length'))),
              },
            ],
            t('auth.rule'),
            <Input.Password autoComplete="new-password" maxLength={256} {...eye} />,
          )}
        </div>
      </fieldset>
      <div className={`${ACTIONS} sg-row sg-wrap sg-between sg-gap-8-16 sg-foot`}>
        <Link to="/">{t('registration.to_login')}</Link>
        <Button type="primary" htmlType="submit" loading={props.busy}>
          {props.submitLabel}
        </Button>
      </div>
    </Form>
  );
}
