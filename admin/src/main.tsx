// Before the parts' own styles, which say otherwise of the same weight.
import '@/theme/font.css';
import '@/theme/global.css';
import '@/theme/parts.css';
import '@/theme/touch.css';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { startI18n } from '@/components/i18n';
import { watchSession } from '@/api/session';
import { watchForcedColors } from '@/theme/forced-colors';
import { watchLayout } from '@/theme/layout-options';

watchForcedColors();
watchLayout();
watchSession();
void startI18n().then(() => createRoot(document.getElementById('root')!).render(<App />));
