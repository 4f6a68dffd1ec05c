// The bots by name.
#pragma once

#include <memory>
#include <string_view>

#include "bots/bot.hpp"
#include "eval/model.hpp"

namespace indigo {

// The bot of this name, or null. See levels.cpp for the names. Those that have learned need a *model*, which must outlive them.
std::unique_ptr<Bot> make_bot(std::string_view name, const Model* model = nullptr);

}  // namespace indigo
