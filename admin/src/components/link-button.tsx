import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link that looks like a button: one control, where a button within a link would be heard as two. */
export function LinkButton({ to, ...props }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLElement>(to);
  return <Button {...props} href={href} onClick={go} />;
}
