import { UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const AFTER_PX = 100;

export function BackToTop() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(scrollY > AFTER_PX);
    // With the next frame, which lays the page out; asked now, it would be laid out twice.
    const frame = requestAnimationFrame(look);
    addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
    };
  }, []);
  if (!shown) return null;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <Button
      className="sg-to-top"
      type="primary"
      shape="circle"
      icon={<UpOutlined aria-hidden />}
      aria-label={t('shell.back_to_top')}
      onClick={() => scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })}
    />
  );
}
