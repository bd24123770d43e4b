import { UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const AFTER_PX = 100;

export function BackToTop() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const update = () => setShown(scrollY > AFTER_PX);
    // In the next frame: reading scrollY now would force a layout.
    const frame = requestAnimationFrame(update);
    addEventListener('scroll', update, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', update);
    };
  }, []);
  if (!shown) return null;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <Button
      className="sg-to-top"
      type="primary"
      shape="circle"
      icon={<UpOutlined aria-hidden />}
      aria-label={t('shell.back_to_top')}
      onClick={() => scrollTo({ top: 0, behavior: reducedMotion ? 'auto' : 'smooth' })}
    />
  );
}
