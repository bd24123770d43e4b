import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startI18n } from './app/providers/i18n';
import { watchSession } from '@/client/session';
import '@/theme/font.css';
import '@/theme/global.css';
import '@/theme/parts.css';
import '@/theme/touch.css';
import { watchLayout } from '@/theme/layout-options';

watchLayout();
watchSession();
void startI18n().then(() => createRoot(document.getElementById('root')!).render(<App />));
