/** The bank's logo as SVG. Its two colours have enough contrast on light and dark backgrounds. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0d6b5f"/>
<path d="M7 14 16 7l9 7v2H7z" fill="#fff"/>
<path d="M9 18h2.6v5H9zM14.7 18h2.6v5h-2.6zM20.4 18H23v5h-2.6z" fill="#fff"/>
<path d="M7 25.2h18" stroke="#9fe0d2" stroke-width="2" stroke-linecap="round"/>
</svg>
`;
