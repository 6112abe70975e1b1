/**
 * Maximum lengths of request fields: characters of a text, items of a list, and as `…_item` the characters of each item.
 * Made by `make gen` from server/openapi.json; don't edit.
 */
export const acceptance = { full_name: 120, password: 128 } as const;
export const accountChange = { email: 254, full_name: 120, password: 128 } as const;
export const analyticsChange = {
  facebook_pixel: 40,
  google_analytics: 40,
  hotjar: 40,
  search_console: 300,
} as const;
export const companyChange = {
  accent_color: 40,
  cnpj: 40,
  copyright: 200,
  data_officer: 120,
  description: 500,
  employees: 40,
  founded: 40,
  full_name: 160,
  location: 120,
  logo: 300,
  logo_dark: 300,
  mission: 600,
  name: 80,
  tagline: 120,
  values: 600,
  vision: 600,
} as const;
export const contactChange = { company: 160, email: 254, message: 6000, name: 120, phone: 60 } as const;
export const contactInfoChange = {
  about_text: 600,
  address: 200,
  business_hours: 400,
  email: 254,
  phone: 60,
  whatsapp: 60,
} as const;
export const contactInput = { company: 160, email: 254, message: 6000, name: 120, phone: 60 } as const;
export const contentInput = { description: 600, links: 20 } as const;
export const firstSetup = { email: 254, full_name: 120, password: 128 } as const;
export const footerOrder = { ids: 12, seen: 12 } as const;
export const footerSectionInput = { title: 60 } as const;
export const linkInput = { label: 80, url: 500 } as const;
export const mediaChange = { alt: 300, name: 200 } as const;
export const mediaUpload = { alt: 300 } as const;
export const menuItemInput = { icon: 16, label: 60, url: 500 } as const;
export const menuOrder = { ids: 60, seen: 60 } as const;
export const newAccount = { email: 254, full_name: 120, password: 128 } as const;
export const newInvitation = { email: 254, full_name: 120 } as const;
export const newPasskey = { name: 60 } as const;
export const noteInput = { text: 4000 } as const;
export const passkeyName = { name: 60 } as const;
export const passwordChange = { new_password: 128 } as const;
export const passwordReset = { password: 128 } as const;
export const passwordResetRequest = { email: 254 } as const;
export const personErasure = { email: 254 } as const;
export const postActions = { ids: 100 } as const;
export const postInput = {
  author: 120,
  category: 60,
  content: 100000,
  excerpt: 400,
  featured_image: 500,
  seo_description: 400,
  seo_title: 160,
  slug: 400,
  tags_item: 40,
  title: 160,
} as const;
export const profileChange = { email: 254, full_name: 120 } as const;
export const redirectImport = { csv: 200000 } as const;
export const redirectInput = { from_path: 500, to_url: 1000 } as const;
export const registration = { email: 254, full_name: 120, password: 128 } as const;
export const replyInput = { subject: 200, text: 20000 } as const;
export const savedFilterInput = { name: 40, query: 500 } as const;
export const seoChange = {
  favicon: 300,
  keywords: 400,
  og_image: 300,
  page_title: 120,
  site_description: 320,
  site_title: 120,
} as const;
export const serviceInput = {
  description: 600,
  features: 20,
  features_item: 160,
  icon: 16,
  title: 120,
} as const;
export const serviceOrder = { ids: 100, seen: 100 } as const;
export const socialChange = {
  facebook: 300,
  instagram: 300,
  linkedin: 300,
  twitter: 300,
  youtube: 300,
} as const;
export const subscriptionInput = { email: 254 } as const;
