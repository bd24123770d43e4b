import { Alert, Button, Modal } from 'antd';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmailChallengeResponse } from '@contract/account.responses';
import { toAsciiDigits } from '@contract/digits';

const extractDigits = (text: string): string => toAsciiDigits(text).replace(/\D/g, '');

/**
 * Validate with OTP: one box per digit; a pasted or autofilled code fills all of them. The resend link appears
 * `resend_after_ms` after each send.
 */
export function OtpDialog(props: {
  email: string;
  challenge: EmailChallengeResponse;
  busy: boolean;
  /** Error of a resend. */
  notice: string | null;
  onVerify: (otp: string) => void;
  onResend: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { digits, resend_after_ms } = props.challenge;
  const [code, setCode] = useState<string[]>(() => Array<string>(digits).fill(''));
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [canResend, setCanResend] = useState(false);
  const [resendCount, setResendCount] = useState(0);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focusInput = (index: number) => inputs.current[Math.max(0, Math.min(digits - 1, index))]?.focus();

  useEffect(() => {
    setCanResend(false);
    setCode(Array<string>(digits).fill(''));
    const timer = setTimeout(() => setCanResend(true), resend_after_ms);
    return () => clearTimeout(timer);
  }, [digits, resend_after_ms, resendCount, props.challenge.challenge]);

  /** Writes the digits from `index` on and focuses the next box. */
  const fill = (index: number, enteredDigits: string) => {
    const next = [...code];
    [...enteredDigits].slice(0, digits - index).forEach((digit, offset) => (next[index + offset] = digit));
    setCode(next);
    setIsIncomplete(false);
    focusInput(index + enteredDigits.length);
  };
  const handleChange = (index: number, rawText: string) => {
    const enteredDigits = extractDigits(rawText);
    if (rawText !== '' && enteredDigits === '') return;
    if (enteredDigits === '') {
      const next = [...code];
      next[index] = '';
      setCode(next);
    } else if (enteredDigits.length >= digits) fill(0, enteredDigits.slice(0, digits));
    // A key in a filled box replaces its digit.
    else
      fill(
        index,
        enteredDigits.length === 2 && code[index]
          ? enteredDigits.replace(code[index], '') || enteredDigits[0]!
          : enteredDigits,
      );
  };
  const handleKeyDown = (index: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && code[index] === '') {
      event.preventDefault();
      const next = [...code];
      if (index > 0) next[index - 1] = '';
      setCode(next);
      focusInput(index - 1);
    } else if (event.key === 'ArrowLeft') focusInput(index - 1);
    else if (event.key === 'ArrowRight') focusInput(index + 1);
  };
  const handlePaste = (index: number, event: ClipboardEvent) => {
    const enteredDigits = extractDigits(event.clipboardData.getData('text'));
    event.preventDefault();
    if (enteredDigits) fill(enteredDigits.length >= digits ? 0 : index, enteredDigits.slice(0, digits));
  };
  const handleSubmit = () => {
    const otp = code.join('');
    if (otp.length < digits) {
      setIsIncomplete(true);
      focusInput(code.findIndex((digit) => digit === ''));
    } else props.onVerify(otp);
  };
  const handleResend = async () => {
    await props.onResend();
    setResendCount((count) => count + 1);
    focusInput(0);
  };

  return (
    <Modal
      open
      title={t('registration.otp_title')}
      onCancel={props.onClose}
      maskClosable={false}
      centered
      width={420}
      // Keeps the focus if the user has started typing during the opening animation.
      afterOpenChange={(open) =>
        open && !inputs.current.includes(document.activeElement as HTMLInputElement) && focusInput(0)
      }
      closable={{ 'aria-label': t('registration.otp_close') }}
      footer={null}
    >
      <form
        className="sg-otp sg-col sg-gap-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleSubmit();
        }}
      >
        <p>{t('registration.otp_text', { email: `\u2068${props.email}\u2069` })}</p>
        {/* A code reads from left to right in every language. */}
        <div
          className="sg-otp-boxes sg-flex sg-center sg-gap-12"
          dir="ltr"
          role="group"
          aria-label={t('registration.otp_title')}
        >
          {code.map((digit, index) => (
            <input
              key={index}
              ref={(element) => {
                inputs.current[index] = element;
              }}
              value={digit}
              inputMode="numeric"
              autoComplete={index === 0 ? 'one-time-code' : 'off'}
              aria-label={t('registration.otp_box', { number: index + 1, digits })}
              aria-invalid={isIncomplete && digit === ''}
              // onChange does not fire for the same digit, but the focus must move.
              onInput={(event) => handleChange(index, event.currentTarget.value)}
              onKeyDown={(event) => handleKeyDown(index, event)}
              onPaste={(event) => handlePaste(index, event)}
              onFocus={(event) => event.target.select()}
            />
          ))}
        </div>
        <div role="status" className="sg-otp-notice sg-soft">
          {isIncomplete && <span className="sg-error">{t('registration.otp_required')}</span>}
          {!isIncomplete && !props.notice && resendCount > 0 && <span>{t('registration.otp_resent')}</span>}
        </div>
        {props.notice && <Alert type="warning" showIcon message={props.notice} />}
        <Button type="primary" htmlType="submit" size="large" block loading={props.busy}>
          {t('registration.otp_verify')}
        </Button>
        <div className="sg-otp-resend sg-flex sg-center">
          {canResend && (
            <Button type="link" onClick={() => void handleResend()}>
              {t('registration.otp_resend')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
