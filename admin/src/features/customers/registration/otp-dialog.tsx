import { Alert, Button, Modal } from 'antd';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@contract/account-answers';
import { toAsciiDigits } from '@contract/digits';

const digitsIn = (text: string): string => toAsciiDigits(text).replace(/\D/g, '');

/**
 * Validate with OTP: one box for each digit, forward on input, backward on backspace; a pasted or autofilled code fills
 * them all. The resend link appears after `resend_after_ms`, counted anew for each send.
 */
export function OtpDialog(props: {
  email: string;
  challenge: CodeSent;
  busy: boolean;
  /** Shown inside: a resend that was refused. */
  notice: string | null;
  onVerify: (otp: string) => void;
  onResend: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { digits, resend_after_ms } = props.challenge;
  const [code, setCode] = useState<string[]>(() => Array<string>(digits).fill(''));
  const [incomplete, setIncomplete] = useState(false);
  const [resendable, setResendable] = useState(false);
  const [sends, setSends] = useState(0);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => boxes.current[Math.max(0, Math.min(digits - 1, index))]?.focus();

  useEffect(() => {
    setResendable(false);
    setCode(Array<string>(digits).fill(''));
    const timer = setTimeout(() => setResendable(true), resend_after_ms);
    return () => clearTimeout(timer);
  }, [digits, resend_after_ms, sends, props.challenge.challenge]);

  /** Writes `typed` from `index` on and moves to the first box that is still empty. */
  const fill = (index: number, typed: string) => {
    const next = [...code];
    [...typed].slice(0, digits - index).forEach((digit, offset) => (next[index + offset] = digit));
    setCode(next);
    setIncomplete(false);
    focus(index + typed.length);
  };
  const change = (index: number, raw: string) => {
    const typed = digitsIn(raw);
    if (raw !== '' && typed === '') return;
    if (typed === '') {
      const next = [...code];
      next[index] = '';
      setCode(next);
    } else if (typed.length >= digits) fill(0, typed.slice(0, digits));
    // One key in a box that was full: the new digit wins.
    else fill(index, typed.length === 2 && code[index] ? typed.replace(code[index], '') || typed[0]! : typed);
  };
  const keys = (index: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && code[index] === '') {
      event.preventDefault();
      const next = [...code];
      if (index > 0) next[index - 1] = '';
      setCode(next);
      focus(index - 1);
    } else if (event.key === 'ArrowLeft') focus(index - 1);
    else if (event.key === 'ArrowRight') focus(index + 1);
  };
  const paste = (index: number, event: ClipboardEvent) => {
    const typed = digitsIn(event.clipboardData.getData('text'));
    event.preventDefault();
    if (typed) fill(typed.length >= digits ? 0 : index, typed.slice(0, digits));
  };
  const verify = () => {
    const otp = code.join('');
    if (otp.length < digits) {
      setIncomplete(true);
      focus(code.findIndex((digit) => digit === ''));
    } else props.onVerify(otp);
  };
  const resend = async () => {
    await props.onResend();
    setSends((count) => count + 1);
    focus(0);
  };

  return (
    <Modal
      open
      title={t('registration.otp_title')}
      onCancel={props.onClose}
      maskClosable={false}
      centered
      width={420}
      // Whoever types already is not sent back to the first box when the dialog has come to rest.
      afterOpenChange={(open) =>
        open && !boxes.current.includes(document.activeElement as HTMLInputElement) && focus(0)
      }
      closable={{ 'aria-label': t('registration.otp_close') }}
      footer={null}
    >
      <form
        className="sg-otp sg-col sg-gap-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verify();
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
                boxes.current[index] = element;
              }}
              value={digit}
              inputMode="numeric"
              autoComplete={index === 0 ? 'one-time-code' : 'off'}
              aria-label={t('registration.otp_box', { number: index + 1, digits })}
              aria-invalid={incomplete && digit === ''}
              // Not onChange: it is silent when the digit is the one that stood there, and the focus has to move all the same.
              onInput={(event) => change(index, event.currentTarget.value)}
              onKeyDown={(event) => keys(index, event)}
              onPaste={(event) => paste(index, event)}
              onFocus={(event) => event.target.select()}
            />
          ))}
        </div>
        <div role="status" className="sg-otp-notice sg-soft">
          {incomplete && <span className="sg-error">{t('registration.otp_required')}</span>}
          {!incomplete && !props.notice && sends > 0 && <span>{t('registration.otp_resent')}</span>}
        </div>
        {props.notice && <Alert type="warning" showIcon message={props.notice} />}
        <Button type="primary" htmlType="submit" size="large" block loading={props.busy}>
          {t('registration.otp_verify')}
        </Button>
        <div className="sg-otp-resend sg-flex sg-center">
          {resendable && (
            <Button type="link" onClick={() => void resend()}>
              {t('registration.otp_resend')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
