import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startI18n } from './app/providers/i18n';
import { watchSession } from './app/session/session';
import './app/theme/font.css';
import './app/theme/global.css';
import './app/theme/touch.css';
import { watchLayout } from './app/theme/layout-options';

watchLayout();
watchSession();
void startI18n().then(() => createRoot(document.getElementById('root')!).render(<App />));
