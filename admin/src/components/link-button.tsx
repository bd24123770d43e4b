import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link with the look of a button. A button inside a link would be announced as two controls. */
export function LinkButton({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLElement>(to);
  return <Button {...props} href={href} onClick={go} />;
}
